/** The result of a direct `inject` call, with the same properties as a result of light-my-request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { STATUS_CODES } from '../../node-http.ts'
import { loadEngine } from './engine.ts'

export interface Messages {
  readonly res: ServerResponse
  readonly req: IncomingMessage
}

export function createResult(
  statusCode: number,
  headers: Record<string, string | string[]>,
  body: string | Buffer | undefined,
  messages: () => Messages
): object {
  const rawPayload = Buffer.from(body ?? '')
  const payload = typeof body === 'string' && isWellFormed(body) ? body : rawPayload.toString()
  const result = {
    raw: {
      get res() {
        return messages().res
      },
      get req() {
        return messages().req
      }
    },
    headers,
    statusCode,
    statusMessage: STATUS_CODES[statusCode] ?? 'unknown',
    trailers: {},
    get cookies(): unknown {
      return loadEngine().parseSetCookie(this)
    },
    rawPayload,
    payload,
    body: payload,
    json: (): unknown => JSON.parse(result.payload),
    stream: () => Readable.from(rawPayload.length === 0 ? [] : [rawPayload])
  }
  return result
}

/** UTF-8 cannot encode a lone surrogate: the client gets U+FFFD. The payload of `inject` must show the same. */
const isWellFormed = (text: string) => (text as string & { isWellFormed(): boolean }).isWellFormed()
