/**
 * Resets a response that a route has prepared before it calls the not-found handler. The result is the response to a request without a route. A 404
 * of JSON misleads clients and caches under the content coding, the lifetime or the ETag of another content.
 *
 * Fields about the exchange stay, such as those of CORS, cookies, limits and security. Hooks have set them for every response, and do not run again.
 */
import type { Exchange } from './exchange.ts'

/** Fields that are true of one representation only (RFC 9110 §8, RFC 9530), and say how it is to be read or shown. */
const ofRepresentation = [
  ...['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location', 'content-range'],
  ...['content-disposition', 'content-md5', 'content-digest', 'repr-digest', 'digest', 'etag', 'last-modified']
]

/** Those, the fields of its framing, and where the route's own is. */
const ofPayload = [...ofRepresentation, 'accept-ranges', 'transfer-encoding', 'trailer', 'location', 'age']

const untrueOfErrors = new Set(ofRepresentation)

/**
 * Removes the fields that describe the content of a route, before an error replaces that content. Otherwise clients would decompress the error, save
 * it under the file's name, or keep its ETag. Fields that an error handler sets come later, and stay.
 */
export function forgetRepresentation(exchange: Exchange): void {
  const { headers, plan, statusIsSet, streamHead, transport } = exchange
  if (!statusIsSet && transport.statusCode === plan.plainStatus) transport.statusCode = 200
  // A field that was set again after the stream's belongs to the new content.
  const isUntrue = (name: string, value: unknown) =>
    untrueOfErrors.has(name) || (streamHead !== null && streamHead[name] === value)
  for (const name of Object.keys(headers)) if (isUntrue(name, headers[name])) delete headers[name]
  // A stream that failed has left the head there.
  const { response } = transport
  for (const name of response?.getHeaderNames() ?? [])
    if (isUntrue(name, response?.getHeader(name))) response?.removeHeader(name)
  exchange.streamHead = null
}

/** Fields that say how long an answer may be kept (RFC 9111 §5, RFC 9213). */
const ofCaches = ['cache-control', 'cdn-cache-control', 'surrogate-control']

/** Directives that permit a cache to keep a response. */
const permission = /\b(?:public|immutable|s-maxage|stale-while-revalidate|stale-if-error|max-age\s*=\s*"?0*[1-9])/i

/** A hook that forbids caching forbids it for every answer; what permits it was meant for the route's own. */
function permitsCaching(value: unknown): boolean {
  const directives = String(value)
  return permission.test(directives) && !/\bno-store\b/i.test(directives)
}

/** Forgets what an answer would have been made of. */
export function forgetAnswer(exchange: Exchange): void {
  const { transport, reply } = exchange
  exchange.serializer = null
  exchange.trailers = null
  exchange.statusIsSet = false
  exchange.errorStatus = 0
  transport.statusCode = 200
  transport.forgetPhrase()
  for (const name of ofPayload) if (reply.hasHeader(name)) reply.removeHeader(name)
  for (const name of ofCaches) if (permitsCaching(reply.getHeader(name))) reply.removeHeader(name)
  if (Date.parse(String(reply.getHeader('expires'))) > Date.now()) reply.removeHeader('expires')
}
