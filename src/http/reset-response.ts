/**
 * Removes headers that describe the handler's content before an error response replaces that content. A wrong ETag or Content-Encoding would break
 * clients and caches. CORS headers, cookies and rate limits stay, because hooks set them for every response and do not run again.
 */
import type { Exchange } from './exchange.ts'

const representationFields = [
  ...['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location', 'content-range'],
  ...['content-disposition', 'content-md5', 'content-digest', 'repr-digest', 'digest', 'etag', 'last-modified']
]

const contentFields = [...representationFields, 'accept-ranges', 'transfer-encoding', 'trailer', 'location', 'age']

const removedFromErrors = new Set(representationFields)

/** Runs before the error handlers, so headers that an error handler sets are kept. */
export function removeRepresentationFields(exchange: Exchange): void {
  const { headers, plan, statusIsSet, streamHead, transport } = exchange
  if (!statusIsSet && transport.statusCode === plan.plainStatus) transport.statusCode = 200
  // Headers of a stream are removed only if their value is unchanged. A changed value was set later, for another response.
  const isOfRoute = (name: string, value: unknown) =>
    removedFromErrors.has(name) || (streamHead !== null && streamHead[name] === value)
  for (const name of Object.keys(headers)) if (isOfRoute(name, headers[name])) delete headers[name]
  const { response } = transport
  for (const name of response?.getHeaderNames() ?? [])
    if (isOfRoute(name, response?.getHeader(name))) response?.removeHeader(name)
  exchange.streamHead = null
}

const cacheFields = ['cache-control', 'cdn-cache-control', 'surrogate-control']

const cachePermission = /\b(?:public|immutable|s-maxage|stale-while-revalidate|stale-if-error|max-age\s*=\s*"?0*[1-9])/i

/** Whether a Cache-Control value allows caching of the handler's content. A value with `no-store` is kept for the error response. */
function permitsCaching(value: unknown): boolean {
  const directives = String(value)
  return cachePermission.test(directives) && !/\bno-store\b/i.test(directives)
}

/** For `reply.callNotFound()`. Makes the response equal to that for a request without a route. */
export function resetResponse(exchange: Exchange): void {
  const { transport, reply } = exchange
  exchange.serializer = null
  exchange.trailers = null
  exchange.statusIsSet = false
  exchange.errorStatus = 0
  transport.statusCode = 200
  transport.forgetPhrase()
  for (const name of contentFields) reply.removeHeader(name)
  for (const name of cacheFields) if (permitsCaching(reply.getHeader(name))) reply.removeHeader(name)
  if (Date.parse(String(reply.getHeader('expires'))) > Date.now()) reply.removeHeader('expires')
}
