/**
 * The light exchange as the stages use it: whole answers and whole bodies at once.
 *
 * A light answer is written past Node's own header checks, so names and values that users set are checked here as Node checks them
 * (RFC 9110 §5.5): nothing that could split a response reaches the socket.
 */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { ReplyHeaders } from '../../http/headers.ts'
import type { Wire } from '../../http/wire.ts'
import { isLightResponse, onFinished, readBody, respond, toStockRequest, toStockResponse } from './index.ts'

/** Names that have passed; bounded, because an application could make names from what clients send. */
const knownNames = new Set(['content-type', 'content-length'])
const mostNames = 1000

const forbidden = /[^\t\x20-\x7e\x80-\xff]/

function checkName(name: string): void {
  if (knownNames.has(name)) return
  validateHeaderName(name)
  if (knownNames.size < mostNames) knownNames.add(name)
}

function checkValue(name: string, value: string): string {
  if (forbidden.test(value)) validateHeaderValue(name, value)
  return value
}

/** Flattens headers to names and values, each checked; a list becomes one field per value. */
function toPairs(headers: ReplyHeaders): string[] {
  const pairs: string[] = []
  for (const name in headers) {
    checkName(name)
    const value = headers[name]
    if (Array.isArray(value)) for (const one of value) pairs.push(name, checkValue(name, String(one)))
    else if (value === undefined) validateHeaderValue(name, value as never)
    else pairs.push(name, checkValue(name, String(value)))
  }
  return pairs
}

const premature = 'ERR_STREAM_PREMATURE_CLOSE'

/** Serves light and stock objects alike: what was upgraded meanwhile takes Node's own way. */
export function createLightWire(stock: Wire): Wire {
  return {
    respond(rawReply, statusCode, headers, body) {
      if (isLightResponse(rawReply)) respond(rawReply, statusCode, toPairs(headers), body ?? '')
      else stock.respond(rawReply, statusCode, headers, body)
    },
    onFinished(rawReply, callback) {
      // A client that left before its answer is no error of the answer, as on the stock classes.
      if (!isLightResponse(rawReply)) return stock.onFinished(rawReply, callback)
      onFinished(rawReply, (error) => {
        if ((error as NodeJS.ErrnoException | null)?.code !== premature) callback(error)
      })
    },
    exposeRequest: toStockRequest,
    exposeReply: toStockResponse,
    readBody
  }
}
