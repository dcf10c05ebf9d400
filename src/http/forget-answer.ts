/**
 * Resets a response that a route has prepared before it calls the not-found handler. The result is the response to a request without a route. A 404
 * with the content coding, the lifetime or the ETag of other content would mislead clients and caches.
 *
 * Fields about the exchange stay, such as CORS, cookies, rate limits and security. Hooks set them for every response, and do not run again.
 */
import type { Exchange } from './exchange.ts'

/** Fields that describe one representation (RFC 9110 §8, RFC 9530): how to decode or show it. */
const ofRepresentation = [
  ...['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location', 'content-range'],
  ...['content-disposition', 'content-md5', 'content-digest', 'repr-digest', 'digest', 'etag', 'last-modified']
]

/** All fields about the content: those of the representation, of its framing, and its location. */
const ofPayload = [...ofRepresentation, 'accept-ranges', 'transfer-encoding', 'trailer', 'location', 'age']

const untrueOfErrors = new Set(ofRepresentation)

/**
 * Removes the fields that describe the content of a route, before an error replaces that content. Otherwise clients would decompress the error, save it
 * under the file's name, or keep its ETag. Fields that an error handler sets later are kept.
 */
export function forgetRepresentation(exchange: Exchange): void {
  const { headers, plan, statusIsSet, streamHead, transport } = exchange
  if (!statusIsSet && transport.statusCode === plan.plainStatus) transport.statusCode = 200
  // A field that was set again later belongs to the new content.
  const isUntrue = (name: string, value: unknown) =>
    untrueOfErrors.has(name) || (streamHead !== null && streamHead[name] === value)
  for (const name of Object.keys(headers)) if (isUntrue(name, headers[name])) delete headers[name]
  // A stream that failed has set its head on the response.
  const { response } = transport
  for (const name of response?.getHeaderNames() ?? [])
    if (isUntrue(name, response?.getHeader(name))) response?.removeHeader(name)
  exchange.streamHead = null
}

/** Fields that control caching (RFC 9111 §5, RFC 9213). */
const ofCaches = ['cache-control', 'cdn-cache-control', 'surrogate-control']

/** Directives that allow a cache to store a response. */
const permission = /\b(?:public|immutable|s-maxage|stale-while-revalidate|stale-if-error|max-age\s*=\s*"?0*[1-9])/i

/** Whether a value allows caching. A hook that forbids caching does so for every response; permission was meant for the route's own response. */
function permitsCaching(value: unknown): boolean {
  const directives = String(value)
  return permission.test(directives) && !/\bno-store\b/i.test(directives)
}

/** Resets the prepared response. */
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
