// The validators and serializers that servers without their own use: the same Ajv and fast-json-stringify, with the same
// options, as espalier and Fastify use inside. Also the bodies of errors, so that every server can answer the same.
import Ajv from 'ajv'
import build from 'fast-json-stringify'
import { itemParams, itemQuery, listAnswer, smallAnswer, userAnswer, userBody } from './schema.mjs'

const ajv = new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true, allErrors: false })

export const validateParams = ajv.compile(itemParams)
export const validateQuery = ajv.compile(itemQuery)
export const validateUser = ajv.compile(userBody)

export const stringifySmall = build(smallAnswer)
export const stringifyUser = build(userAnswer)
export const stringifyList = build(listAnswer)

export const invalid = (part, [{ instancePath, message }]) => ({
  statusCode: 400,
  code: 'FST_ERR_VALIDATION',
  error: 'Bad Request',
  message: `${part}${instancePath} ${message}`
})

export const notFound = (method, path) => ({
  message: `Route ${method}:${path} not found`,
  error: 'Not Found',
  statusCode: 404
})

/** The three hooks of the large application; the second is asynchronous, as one that looks up a session is. */
export function countFirst(request) {
  request.seen = 1
}

export async function authenticate(request) {
  request.user = 'ada'
  request.seen++
}

export function countLast(request) {
  request.seen++
}

/** The large application's routes: 30 plugins of 10. */
export const plugins = Array.from({ length: 30 }, (_, plugin) => ({
  prefix: `/plugin-${plugin}`,
  routes: Array.from({ length: 10 }, (_, route) => ({ path: `/route-${route}`, number: plugin * 10 + route }))
}))
