/** The light exchange as the stages use it: whole answers and whole bodies at once. */

import { checkName, checkValue } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import type { Wire } from '../../http/wire.ts'
import { isLightResponse, onFinished, readBody, readField, respond, toStockRequest, toStockResponse } from './index.ts'

/** Flattens headers to names and values, each checked; a list becomes one field per value. */
function toPairs(headers: ReplyHeaders): string[] {
  const pairs: string[] = []
  for (const name in headers) {
    checkName(name)
    const value = headers[name]
    if (Array.isArray(value)) for (const one of value) pairs.push(name, checkValue(name, one))
    else pairs.push(name, checkValue(name, value))
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
    exposeReply: (rawReply) => stock.exposeReply(toStockResponse(rawReply)),
    readField,
    readBody
  }
}
