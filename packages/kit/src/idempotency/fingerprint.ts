import { createHash } from 'node:crypto'

/**
 * Digests the method, the URL with its query, and the body. The order of properties in a JSON body does not matter.
 *
 * @throws TypeError when the body is a stream
 */
export function fingerprintOf({ method, url, body }: { method: string; url: string; body: unknown }): string {
  const hash = createHash('sha256').update(`${method} ${url}\n`)
  if (body instanceof Uint8Array) hash.update('bytes\n').update(body)
  else if (isStream(body))
    throw new TypeError(
      `The body of ${method} ${url} is a stream, so no key can stand for it. Parse it, or declare no idempotencyKey.`
    )
  else hash.update(`json\n${JSON.stringify(body, ordered)}`)
  return hash.digest('hex')
}

export const digest = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const isStream = (body: unknown) => Symbol.asyncIterator in Object(body) || body instanceof ReadableStream

function ordered(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
