// `node:http` by hand: a switch for a router, with the same validators and serializers, and nothing that was not asked for.
import http from 'node:http'
import https from 'node:https'
import { parse } from 'fast-querystring'
import { list, small, toUserAnswer } from '../schema.mjs'
import * as tls from '../tls.mjs'
import * as work from '../work.mjs'

export function serve(app, { port = 0, isTls = false } = {}) {
  const listener = app === 'large' ? large() : answerSmall
  const options = { keepAliveTimeout: 72_000 }
  const server = isTls
    ? https.createServer({ ...options, ...tls.https }, listener)
    : http.createServer(options, listener)
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server.address().port)))
}

function send(response, status, body) {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body)
  })
  response.end(body)
}

function sendNotFound({ method, url }, response) {
  send(response, 404, JSON.stringify(work.notFound(method, url)))
}

function readJson(request, response, use) {
  const length = Number(request.headers['content-length'])
  if (request.headers['content-type'] !== 'application/json' || !(length <= 1_048_576)) {
    return send(response, 415, '{}')
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    let body
    try {
      body = JSON.parse(bytes.toString())
    } catch {
      return send(response, 400, '{}')
    }
    use(body, response)
  })
}

function addUser(user, response) {
  if (!work.validateUser(user))
    return send(response, 400, JSON.stringify(work.invalid('body', work.validateUser.errors)))
  send(response, 201, work.stringifyUser(toUserAnswer(user)))
}

function countItems({ items }, response) {
  send(response, 200, JSON.stringify({ items: items.length }))
}

function getItem(path, text, response) {
  const params = { id: decodeURIComponent(path.slice('/items/'.length)) }
  const query = parse(text)
  if (!work.validateParams(params))
    return send(response, 400, JSON.stringify(work.invalid('params', work.validateParams.errors)))
  if (!work.validateQuery(query))
    return send(response, 400, JSON.stringify(work.invalid('querystring', work.validateQuery.errors)))
  send(response, 200, JSON.stringify({ id: params.id, page: query.page, limit: query.limit, active: query.active }))
}

function answerSmall(request, response) {
  const { method, url } = request
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  if (method === 'GET') {
    if (path === '/small') return send(response, 200, JSON.stringify(small))
    if (path === '/typed') return send(response, 200, work.stringifySmall(small))
    if (path === '/list') return send(response, 200, work.stringifyList(list))
    if (path.startsWith('/items/')) return getItem(path, end === -1 ? '' : url.slice(end + 1), response)
  } else if (method === 'POST') {
    if (path === '/users') return readJson(request, response, addUser)
    if (path === '/bulk') return readJson(request, response, countItems)
  }
  sendNotFound(request, response)
}

function large() {
  const routes = new Map()
  for (const { prefix, routes: own } of work.plugins) {
    for (const { path, number } of own) {
      routes.set(prefix + path, (request, response) => {
        send(response, 200, JSON.stringify({ route: number, user: request.user, seen: request.seen }))
      })
    }
  }
  return async (request, response) => {
    const handle = routes.get(request.url)
    if (handle === undefined) return sendNotFound(request, response)
    work.countFirst(request)
    await work.authenticate(request)
    work.countLast(request)
    handle(request, response)
  }
}
