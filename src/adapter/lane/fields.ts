/** Relies on `_addHeaderLine`, by which Node's `IncomingMessage` adds one field to its `headers`. */
import type { IncomingHttpHeaders } from 'node:http'
import { IncomingMessage } from '../../node-http.ts'

type AddLine = (name: string, value: string, headers: IncomingHttpHeaders) => void
const { _addHeaderLine: addLine } = IncomingMessage.prototype as IncomingMessage & { readonly _addHeaderLine: AddLine }
/** The `this` of `_addHeaderLine`. With `joinDuplicateHeaders: true`, Node reads all requests (`bypassed-server.ts`). */
const message = { joinDuplicateHeaders: false }

/** @param pairs a flat list: name, value, name, value */
export function toHeaders(pairs: readonly string[]): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {}
  for (let at = 0; at < pairs.length; at += 2)
    addLine.call(message, pairs[at] as string, pairs[at + 1] as string, headers)
  return headers
}
