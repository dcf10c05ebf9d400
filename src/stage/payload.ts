/** The kinds of payload that are streams by nature. */
import type { Readable } from 'node:stream'

export function isNodeStream(payload: unknown): payload is Readable {
  return typeof (payload as { pipe?: unknown } | null | undefined)?.pipe === 'function'
}

export function isWebStream(payload: unknown): payload is ReadableStream<Uint8Array> {
  return typeof (payload as { getReader?: unknown } | null | undefined)?.getReader === 'function'
}

export function isResponse(payload: unknown): payload is Response {
  return typeof payload === 'object' && Object.prototype.toString.call(payload) === '[object Response]'
}
