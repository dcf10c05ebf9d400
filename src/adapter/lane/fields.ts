/** Converts received fields to the `headers` of Node's `IncomingMessage`. Relies on the internal method `_addHeaderLine`, which adds one field. */
import type { IncomingHttpHeaders } from 'node:http'
import { IncomingMessage } from '../../node-http.ts'

type AddLine = (name: string, value: string, headers: IncomingHttpHeaders) => void
const { _addHeaderLine: addLine } = IncomingMessage.prototype as IncomingMessage & { readonly _addHeaderLine: AddLine }
/**
 * `_addHeaderLine` reads this option from its `this`. For a server with `joinDuplicateHeaders: true`, Node's parser reads the requests
 * (`bypassed-server.ts`).
 */
const message = { joinDuplicateHeaders: false }

/** @param pairs as a flat list: name, value, name, value */
export function toHeaders(pairs: readonly string[]): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {}
  for (let at = 0; at < pairs.length; at += 2)
    addLine.call(message, pairs[at] as string, pairs[at + 1] as string, headers)
  return headers
}
