/** The fields of a message as Node's `IncomingMessage` keeps them. Relies on `_addHeaderLine`, by which it adds one of them to an object. */
import type { IncomingHttpHeaders } from 'node:http'
import { IncomingMessage } from '../../node-http.ts'

type AddLine = (name: string, value: string, headers: IncomingHttpHeaders) => void
const { _addHeaderLine: addLine } = IncomingMessage.prototype as IncomingMessage & { readonly _addHeaderLine: AddLine }
/** Stands for a message of a server that does not join fields that may occur once. */
const message = { joinDuplicateHeaders: false }

/** @param pairs names and values, alternating */
export function toHeaders(pairs: readonly string[]): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {}
  for (let at = 0; at < pairs.length; at += 2)
    addLine.call(message, pairs[at] as string, pairs[at + 1] as string, headers)
  return headers
}
