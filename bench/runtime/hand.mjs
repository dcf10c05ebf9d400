// By hand, with what the Fetch standard has: a switch for a router, the same validators and serializers, and nothing that was not asked for.
import fastJsonStringify from 'fast-json-stringify'
import { parse } from 'fast-querystring'
import { small, toUserAnswer } from '../schema.mjs'
import * as work from '../work.mjs'
import { itemAnswer } from './scenario.mjs'

const stringifyItem = fastJsonStringify(itemAnswer)

const send = (status, body) =>
  new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } })
const refuse = (part, { errors }) => send(400, JSON.stringify(work.invalid(part, errors)))

function getItem(path, text) {
  const params = { id: decodeURIComponent(path.slice('/items/'.length)) }
  const query = parse(text)
  if (!work.validateParams(params)) return refuse('params', work.validateParams)
  if (!work.validateQuery(query)) return refuse('querystring', work.validateQuery)
  return send(200, stringifyItem({ id: params.id, page: query.page, limit: query.limit, active: query.active }))
}

async function addUser(request) {
  if (request.headers.get('content-type') !== 'application/json') return send(415, '{}')
  if (!(Number(request.headers.get('content-length')) <= 1_048_576)) return send(413, '{}')
  let user
  try {
    user = await request.json()
  } catch {
    return send(400, '{}')
  }
  if (!work.validateUser(user)) return refuse('body', work.validateUser)
  return send(201, work.stringifyUser(toUserAnswer(user)))
}

export const createHandler = () => (request) => {
  const { method, url } = request
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  const path = url.slice(start, end === -1 ? undefined : end)
  if (method === 'GET' && path === '/small') return send(200, JSON.stringify(small))
  if (method === 'GET' && path.startsWith('/items/')) return getItem(path, end === -1 ? '' : url.slice(end + 1))
  if (method === 'POST' && path === '/users') return addUser(request)
  return send(404, JSON.stringify(work.notFound(method, path)))
}
