/** Converts header fields to Node's `headers` object. Relies on `_addHeaderLine`, which adds one field to the `headers` of an `IncomingMessage`. */
import type { IncomingHttpHeaders } from 'node:http'
import { IncomingMessage } from '../../node-http.ts'

type AddLine = (name: string, value: string, headers: IncomingHttpHeaders) => void
const { _addHeaderLine: addLine } = IncomingMessage.prototype as IncomingMessage & { readonly _addHeaderLine: AddLine }
/** The `this` for `_addHeaderLine`. It is always false: with `joinDuplicateHeaders`, Node's parser reads all requests. */
const message = { joinDuplicateHeaders: false }

/** @param pairs a flat list: name, value, name, value */
export function toHeaders(pairs: readonly string[]): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {}
  for (let at = 0; at < pairs.length; at += 2)
    addLine.call(message, pairs[at] as string, pairs[at + 1] as string, headers)
  return headers
}
