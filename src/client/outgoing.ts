/** Builds the request of a call: its address, its headers and its body. */
import type { GivenHeaders } from '../../types/client.ts'
import type { Target } from '../contract/target.ts'
import { toText } from '../contract/to-text.ts'

/** The parts of a request that an endpoint can declare. */
export interface RequestParts {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, unknown>
  readonly body?: unknown
}

/** Whether a body is a stream. A stream can be read only once, so its request is not retried. */
export function isStream(body: unknown): boolean {
  return body instanceof ReadableStream || Symbol.asyncIterator in Object(body)
}

/** Adds values to headers or a query string, in place of present values of the same name. `undefined` is skipped, also in a list. */
function put<Into extends Headers | URLSearchParams>(into: Into, values: Record<string, unknown> = {}): Into {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    into.delete(name)
    for (const one of [value].flat()) if (one !== undefined) into.append(name, toText(one))
  }
  return into
}

/**
 * The URL of a call, absolute if the base is.
 *
 * @param root the endpoints and groups of the client, among which the server could choose
 * @throws TypeError when the server would choose another endpoint for the URL, or read other parameters from it
 */
export function toUrl(base: string, target: Target, { params = {}, query }: RequestParts, root: object = {}): string {
  // Without a base, an address such as `//a/b` would name the host `a`. It becomes `/.//a/b`.
  const path = (target.fill?.(target, params, root) ?? `${target.parts}`).replace(/^\/\//, '/.//')
  return `${base.replace(/\/$/, '')}${path}?${put(new URLSearchParams(), query)}`.replace(/\?$/, '')
}

/**
 * Returns the options of `fetch` except the address and the signal. Forms, files, bytes, streams, and texts with a `content-type` are sent as they
 * are. Everything else is sent as JSON.
 *
 * @param last the `last-event-id` header of an event stream, which headers of the caller override
 */
export function toRequest(
  { method }: Target,
  given: RequestParts,
  common: GivenHeaders,
  last?: Record<string, unknown>
): RequestInit {
  const headers = new Headers(common)
  // The platform would send `undefined` as text.
  for (const [name, one] of Object.entries(common ?? {})) if (one === undefined) headers.delete(name)
  put(put(headers, given.headers), last)
  let { body } = given
  const hasType = headers.has('content-type')
  // Forms, files and bytes have a `Symbol.toStringTag`; values that JSON can represent have none.
  const isRaw = typeof body === 'string' ? hasType : Symbol.toStringTag in Object(body) || isStream(body)
  if (!isRaw) {
    body = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    if (body && !hasType) headers.set('content-type', 'application/json')
  }
  // A stream is sent while it is read (Fetch standard, `duplex`). The types of `fetch` lack this option.
  return { method, headers, body, duplex: 'half' } as RequestInit
}
