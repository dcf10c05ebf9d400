/**
 * Header names and values that users set. An answer that is not written by Node passes its checks too, so they are made here as Node makes them
 * (RFC 9110 §5.5): nothing that could split a response reaches a socket.
 */
import { validateHeaderName, validateHeaderValue } from '../node-http.ts'

/** Names that have passed; bounded, because an application could make names from what clients send. */
const knownNames = new Set(['content-type', 'content-length'])
const mostNames = 1000

const forbidden = /[^\t\x20-\x7e\x80-\xff]/

/** @throws ERR_INVALID_HTTP_TOKEN when the name is none. */
export function checkName(name: string): void {
  if (knownNames.has(name)) return
  validateHeaderName(name)
  if (knownNames.size < mostNames) knownNames.add(name)
}

/** Answers a value as text. @throws ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR when it cannot be a header's. */
export function checkValue(name: string, value: unknown): string {
  if (value === undefined) validateHeaderValue(name, value as never)
  const text = String(value)
  if (forbidden.test(text)) validateHeaderValue(name, text)
  return text
}
