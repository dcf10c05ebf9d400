import type { Readable } from 'node:stream'
import { swallowIfPromise } from './outcome.ts'

export function isNodeStream(payload: unknown): payload is Readable {
  return typeof (payload as { pipe?: unknown } | null | undefined)?.pipe === 'function'
}

/** Keeps an early error from ending the process while hooks run. The code that consumes the payload still gets the error. */
export function ignoreErrors(payload: unknown): void {
  try {
    if (isNodeStream(payload)) payload.on('error', () => {})
    else swallowIfPromise(payload)
  } catch {
    // The object only resembles a stream: its `on` is missing or throws. There is no error to ignore.
  }
}

export function isWebStream(payload: unknown): payload is ReadableStream<Uint8Array> {
  return typeof (payload as { getReader?: unknown } | null | undefined)?.getReader === 'function'
}

const textOf = Object.prototype.toString
const responseText = '[object Response]'

export function isResponse(payload: unknown): payload is Response {
  return typeof payload === 'object' && textOf.call(payload) === responseText
}

/** Whether a payload is sent as a stream: a stream of Node or of the web, or a web `Response`. */
export function isStream(payload: unknown): payload is Readable | ReadableStream<Uint8Array> | Response {
  const { getReader, pipe } = Object(payload) as { readonly getReader?: unknown; readonly pipe?: unknown }
  return typeof pipe === 'function' || typeof getReader === 'function' || textOf.call(payload) === responseText
}

export function isAsyncIterable(payload: unknown): payload is AsyncIterable<unknown> {
  // This runs for most responses, so the condition that is true most rarely comes first.
  const given = Object(payload) as { [Symbol.asyncIterator]?: unknown; toJSON?: unknown }
  return typeof given[Symbol.asyncIterator] === 'function' && typeof given.toJSON !== 'function'
}
