/** The request of a call: its address, its headers and its body. */
import type { GivenHeaders } from '../../types/client.ts'
import { fillPath, toText } from '../contract/fill.ts'
import type { Target } from '../contract/target.ts'

/** The parts of a request, as an endpoint declares them. */
export interface Parts {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, unknown>
  readonly body?: unknown
}

/** What stays as it is, and says what it is by itself or by a header of the caller's. */
function isRaw(body: object): boolean {
  return (
    body instanceof Blob ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    isStream(body)
  )
}

/** A stream is read once, so such a request is sent once. */
export function isStream(body: unknown): boolean {
  return body instanceof ReadableStream || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
}

function toQuery(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, toText(one))
  const text = search.toString()
  return text && `?${text}`
}

/** The address of a call, absolute where the base is. */
export function toUrl(base: string, { parts }: Target, { params = {}, query }: Parts): string {
  // Two slashes at the start of an address without a base would name another host.
  return base.replace(/\/$/, '') + fillPath(parts, params).replace(/^\/(?=[/\\])/, '/.') + toQuery(query)
}

/** What `fetch` takes beside the address and the signal. A body that is no object is sent as JSON, unless the headers say what it is. */
export function toRequest({ method }: Target, { headers, body }: Parts, common: GivenHeaders): RequestInit {
  const all = new Headers(common)
  for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) all.set(name, toText(value))
  if (body === undefined) return { method, headers: all }
  const isAsIs = typeof body === 'object' && body !== null ? isRaw(body) : all.has('content-type')
  if (!isAsIs && !all.has('content-type')) all.set('content-type', 'application/json')
  const payload = (isAsIs ? body : JSON.stringify(body)) as NonNullable<RequestInit['body']>
  // Streams are sent while they are read (Fetch standard, `duplex`), for which the types have no name.
  return { method, headers: all, body: payload, ...(isStream(body) && { duplex: 'half' }) }
}
