/**
 * Removes headers that a route has set, before other content replaces the route's content. For example, an error or a 404 with the content coding,
 * lifetime or ETag of the route's content would mislead clients and caches.
 *
 * Fields about the exchange stay, such as CORS, cookies, rate limits and security. Hooks set such fields for every response, and do not run again.
 */
import type { Exchange } from './exchange.ts'

/** Fields that describe how to decode, show or compare one representation (RFC 9110 §8, RFC 9530). */
const ofRepresentation = [
  ...['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location', 'content-range'],
  ...['content-disposition', 'content-md5', 'content-digest', 'repr-digest', 'digest', 'etag', 'last-modified']
]

/** All fields about the content: the fields of the representation, and fields about framing, trailers, ranges and location. */
const ofPayload = [...ofRepresentation, 'accept-ranges', 'transfer-encoding', 'trailer', 'location', 'age']

const untrueOfErrors = new Set(ofRepresentation)

/**
 * Removes the fields that describe a route's content, before an error replaces the content. Otherwise clients would decompress the error, save it
 * under the file's name, or keep its ETag. Fields that an error handler sets later are kept.
 */
export function removeRepresentationFields(exchange: Exchange): void {
  const { headers, plan, statusIsSet, streamHead, transport } = exchange
  if (!statusIsSet && transport.statusCode === plan.plainStatus) transport.statusCode = 200
  // If a stream failed, its headers are removed. A header whose value has changed since belongs to the new content, and is kept.
  const isUntrue = (name: string, value: unknown) =>
    untrueOfErrors.has(name) || (streamHead !== null && streamHead[name] === value)
  for (const name of Object.keys(headers)) if (isUntrue(name, headers[name])) delete headers[name]
  // The head of a failed stream was set on Node's response, and is removed there, too.
  const { response } = transport
  for (const name of response?.getHeaderNames() ?? [])
    if (isUntrue(name, response?.getHeader(name))) response?.removeHeader(name)
  exchange.streamHead = null
}

/** Fields that control caching (RFC 9111 §5, RFC 9213). */
const ofCaches = ['cache-control', 'cdn-cache-control', 'surrogate-control']

/** Directives that allow a cache to store a response. */
const permission = /\b(?:public|immutable|s-maxage|stale-while-revalidate|stale-if-error|max-age\s*=\s*"?0*[1-9])/i

/**
 * Whether a `Cache-Control` value allows caching. A value that allows caching was meant for the route's own response. A value that forbids caching is
 * set by hooks for every response, and stays.
 */
function permitsCaching(value: unknown): boolean {
  const directives = String(value)
  return permission.test(directives) && !/\bno-store\b/i.test(directives)
}

/** Resets all that a route has prepared, when it calls `reply.callNotFound()`. The response is then the same as for a request without a route. */
export function resetResponse(exchange: Exchange): void {
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
