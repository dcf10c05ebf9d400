/** The JSON body of errors that the default handlers send. Applications compare it byte for byte, so the order of its keys must not change. */
import { STATUS_CODES } from '../node-http.ts'
import { readOf } from './error.ts'

/** With `exposeMessage: false` the reason phrase replaces the message, and the code is omitted. */
export function defaultErrorBody(
  error: unknown,
  statusCode: number,
  { exposeMessage = true, message: given }: { exposeMessage?: boolean; message?: string } = {}
): string {
  const phrase = STATUS_CODES[statusCode]
  const code = exposeMessage ? textOf(error, 'code') : undefined
  const message = exposeMessage ? (given ?? textOf(error, 'message')) : (phrase ?? '')
  let body = `{"statusCode":${statusCode}`
  if (code !== undefined) body += `,"code":${JSON.stringify(code)}`
  if (phrase !== undefined) body += `,"error":"${phrase}"`
  if (message !== undefined) body += `,"message":${JSON.stringify(message)}`
  return `${body}}`
}

export const jsonType = 'application/json; charset=utf-8'

export function errorHead(body: string | Buffer): { 'content-type': string; 'content-length': number } {
  return { 'content-type': jsonType, 'content-length': Buffer.byteLength(body) }
}

function textOf(error: unknown, key: string): string | undefined {
  const value = readOf(error, key)
  if (value === undefined || typeof value === 'string') return value
  if (value === null) return ''
  try {
    return String(value)
  } catch {
    return undefined
  }
}
