/** The outcome of a direct call, field by field as light-my-request makes it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { toRealRequest } from './request.ts'
import { toRealResponse } from './response.ts'

export interface Result {
  /** The messages of light-my-request, made when somebody looks. */
  readonly raw: { readonly res: ServerResponse; readonly req: IncomingMessage }
  readonly payload: string
  [field: string]: unknown
}

/** Reads the `Set-Cookie` fields of a result. */
export type ParseCookies = (result: object) => unknown

export function createResult(
  res: ServerResponse,
  headers: Record<string, string | string[]>,
  body: string | Buffer | undefined,
  parseCookies: ParseCookies
): Result {
  const rawPayload = Buffer.from(body ?? '')
  const payload = typeof body === 'string' && isWellFormed(body) ? body : rawPayload.toString()
  const result: Result = {
    raw: {
      get res() {
        return toRealResponse(res)
      },
      get req() {
        return toRealRequest(res.req)
      }
    },
    headers,
    statusCode: res.statusCode,
    statusMessage: res.statusMessage,
    trailers: {},
    get cookies() {
      return parseCookies(this)
    },
    rawPayload,
    payload,
    body: payload,
    json: () => JSON.parse(result.payload),
    stream: () => Readable.from(rawPayload.length === 0 ? [] : [rawPayload])
  }
  return result
}

/** Half of a surrogate pair is no text: it is sent as U+FFFD. */
const isWellFormed = (text: string) => (text as string & { isWellFormed(): boolean }).isWellFormed()
