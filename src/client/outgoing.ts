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

/** A stream is read once, so such a request is sent once. */
export function isStream(body: unknown): boolean {
  return body instanceof ReadableStream || Symbol.asyncIterator in Object(body)
}

/** Puts values in the places of those of the same name; what is undefined is none. */
function put<Into extends Headers | URLSearchParams>(into: Into, values: Record<string, unknown> = {}): Into {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    into.delete(name)
    for (const one of [value].flat()) into.append(name, toText(one))
  }
  return into
}

/** The address of a call, absolute where the base is. */
export function toUrl(base: string, { parts }: Target, { params = {}, query }: Parts): string {
  // Two slashes at the start of an address without a base would name another host.
  const path = fillPath(parts, params).replace(/^\/\//, '/.//')
  return `${base.replace(/\/$/, '')}${path}?${put(new URLSearchParams(), query)}`.replace(/\?$/, '')
}

/**
 * What `fetch` takes beside the address and the signal. Forms, files, bytes and streams are sent as they are, and so is a text that the headers say
 * something of; everything else as JSON.
 *
 * @param last the id of the event that was handed on last
 */
export function toRequest({ method }: Target, given: Parts, common: GivenHeaders, last?: string): RequestInit {
  // The bytes of the id in UTF-8 (HTML standard, "Last-Event-ID").
  const id = last && unescape(encodeURIComponent(last))
  const headers = put(put(new Headers(common), given.headers), { 'last-event-id': id })
  let { body } = given
  const hasType = headers.has('content-type')
  // What JSON has a form for has no tag.
  const isRaw = typeof body === 'string' ? hasType : Symbol.toStringTag in Object(body) || isStream(body)
  if (!isRaw) {
    body = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    if (body && !hasType) headers.set('content-type', 'application/json')
  }
  // A stream is sent while it is read (Fetch standard, `duplex`), for which the types have no name.
  return { method, headers, body, duplex: 'half' } as RequestInit
}
