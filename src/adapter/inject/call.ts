import { isPlainObject } from '../../base/plain-object.ts'
import { METHODS } from '../../node-http.ts'

export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload: string | Buffer | null
  readonly remoteAddress: string
}

const known = new Set(['method', 'url', 'path', 'query', 'headers', 'payload', 'body', 'remoteAddress'])
const methods = new Map(
  METHODS.flatMap((method) => [method, method.toLowerCase()].map((name) => [name, method] as const))
)

// Targets that a URL parser would leave unchanged, so that parsing can be skipped. `dotSegment` excludes `.` and `..`, which a parser resolves.
const plainTarget = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*(?:\?[\w\-.~!$&()*+,;=:@%/?]+)?$/
const dotSegment = /\/(?:\.|%2e)/i

/** Reads options in the format of light-my-request. Returns `null` for options that only light-my-request supports, such as a stream as payload. */
export function toCall(given: unknown): Call | null {
  const options = typeof given === 'string' ? { url: given } : given
  if (!isPlainObject(options)) return null
  for (const key in options) if (!known.has(key)) return null
  const { method = 'GET', remoteAddress = '127.0.0.1' } = options
  const url = toTarget(options)
  const name = methods.get(method as string)
  const headers = toHeaders(options.headers === undefined ? {} : options.headers)
  const body = options.payload || options.body || null
  const payload = toPayload(body)
  if (url === null || name === undefined || headers === null || payload === undefined) return null
  if (typeof remoteAddress !== 'string' || remoteAddress === '') return null
  if (payload !== null) addContentFields(headers, payload, payload !== body)
  return { method: name, url, headers, payload, remoteAddress }
}

function toTarget({ url, path, query }: Record<string, unknown>): string | null {
  if (url !== undefined && path !== undefined) return null
  const target = url ?? path
  if (typeof target !== 'string' || !plainTarget.test(target) || dotSegment.test(target)) return null
  if (query === undefined) return target
  if (!isPlainObject(query) || target.includes('?')) return null
  const fields = new URLSearchParams()
  for (const key of Object.keys(query)) {
    const value = query[key]
    if (Array.isArray(value)) for (const one of value) fields.append(key, one)
    else fields.set(key, value as string)
  }
  const search = fields.toString()
  return search === '' ? target : `${target}?${search}`
}

function toHeaders(given: unknown): Record<string, string> | null {
  if (!isPlainObject(given)) return null
  const headers: Record<string, string> = {}
  for (const name in given) {
    const value = given[name]
    if (typeof value === 'object' || value === undefined || typeof value === 'symbol') return null
    headers[name.toLowerCase()] = `${value}`
  }
  if (!('user-agent' in headers)) headers['user-agent'] = 'lightMyRequest'
  headers.host ||= 'localhost:80'
  return headers
}

/** Returns `undefined` for a stream, a form or a class instance: light-my-request must handle those payloads. */
function toPayload(body: unknown): string | Buffer | null | undefined {
  if (body === null || typeof body === 'string' || Buffer.isBuffer(body)) return body
  // `FormData` of any library has a `Symbol.toStringTag`.
  const isPlain = isPlainObject(body) && typeof body.resume !== 'function' && !(Symbol.toStringTag in body)
  return isPlain || Array.isArray(body) ? JSON.stringify(body) : undefined
}

function addContentFields(headers: Record<string, string>, payload: string | Buffer, isJson: boolean): void {
  if (isJson && !('content-type' in headers)) headers['content-type'] = 'application/json'
  if (!Object.hasOwn(headers, 'content-length')) headers['content-length'] = String(Buffer.byteLength(payload))
}
