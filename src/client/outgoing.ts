import type { GivenHeaders } from '../../types/client.ts'
import type { Target } from '../contract/target.ts'
import { toText } from '../contract/to-text.ts'

export interface RequestParts {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, unknown>
  readonly body?: unknown
}

/** Streams can be read only once, so a request with a stream as body is not retried. */
export function isStream(body: unknown): boolean {
  return body instanceof ReadableStream || Symbol.asyncIterator in Object(body)
}

/** Replaces existing values of the same names. Skips `undefined`, also in lists. */
function setValues<Into extends Headers | URLSearchParams>(into: Into, values: Record<string, unknown> = {}): Into {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    into.delete(name)
    for (const one of [value].flat()) if (one !== undefined) into.append(name, toText(one))
  }
  return into
}

/**
 * @param root all endpoints and groups of the client
 * @throws TypeError when the server would route the URL to another endpoint, or read other parameters from it
 */
export function toUrl(base: string, target: Target, { params = {}, query }: RequestParts, root: object = {}): string {
  // Without a base URL, `fetch` would read the path `//a/b` as a URL with the host `a`. So the path becomes `/.//a/b`.
  const path = (target.fill?.(target, params, root) ?? `${target.parts}`).replace(/^\/\//, '/.//')
  return `${base.replace(/\/$/, '')}${path}?${setValues(new URLSearchParams(), query)}`.replace(/\?$/, '')
}

/**
 * Forms, files, bytes, streams, and texts with a `content-type` are sent unchanged. All other bodies are sent as JSON.
 *
 * @param last the header `last-event-id` when an event stream reconnects; replaces the caller's header
 */
export function toRequest(
  { method }: Target,
  given: RequestParts,
  common: GivenHeaders,
  last?: Record<string, unknown>
): RequestInit {
  const headers = new Headers(common)
  // `new Headers()` would turn `undefined` into the text 'undefined'.
  for (const [name, one] of Object.entries(common ?? {})) if (one === undefined) headers.delete(name)
  setValues(setValues(headers, given.headers), last)
  let { body } = given
  const hasType = headers.has('content-type')
  // Forms, files and bytes have a `Symbol.toStringTag`. Values that JSON can represent have none.
  const isRaw = typeof body === 'string' ? hasType : Symbol.toStringTag in Object(body) || isStream(body)
  if (!isRaw) {
    body = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    if (body && !hasType) headers.set('content-type', 'application/json')
  }
  // `fetch` requires `duplex` for a streamed body (Fetch standard), but its TypeScript types lack this option.
  return { method, headers, body, duplex: 'half' } as RequestInit
}
