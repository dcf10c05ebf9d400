/** The fields of a message as Node's `IncomingMessage` keeps them: one value for each name, in lower case. */
import type { IncomingHttpHeaders } from 'node:http'

/** Fields that a message may have once: Node keeps the first of several. */
const single: ReadonlySet<string> = new Set([
  ...['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host'],
  ...['if-modified-since', 'if-unmodified-since', 'last-modified', 'location', 'max-forwards'],
  ...['proxy-authorization', 'referer', 'retry-after', 'server', 'user-agent']
])

/** @param pairs names and values, alternating */
export function toHeaders(pairs: readonly string[]): IncomingHttpHeaders {
  const headers: Record<string, string | string[] | undefined> = {}
  for (let at = 0; at < pairs.length; at += 2) {
    const name = (pairs[at] as string).toLowerCase()
    const value = pairs[at + 1] as string
    const before = headers[name]
    if (name === 'set-cookie') {
      if (Array.isArray(before)) before.push(value)
      else headers[name] = [value]
    } else if (typeof before !== 'string') headers[name] = value
    else if (!single.has(name)) headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  return headers
}
