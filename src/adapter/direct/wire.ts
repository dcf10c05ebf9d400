/** Answers direct calls, and hands everything else on to the wire of the network. */
import type { ServerResponse } from 'node:http'
import { checkName, checkValue } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import type { Wire } from '../../http/wire.ts'
import { steersTheWriter, utcDate } from '../light/head.ts'
import { readDirectBody, toRealRequest } from './request.ts'
import {
  type DirectResponse,
  finishDirect,
  isDirectResponse,
  tellWatchers,
  toRealResponse,
  watchDirect
} from './response.ts'
import { createResult, type ParseCookies } from './result.ts'

let parseCookies: ParseCookies

/** Says how the cookies of a result are read. */
export function parseCookiesBy(parse: ParseCookies): void {
  parseCookies = parse
}

export function createDirectWire(network: Wire): Wire {
  const { readBody } = network
  return {
    respond(rawReply, statusCode, headers, body) {
      if (!isDirectResponse(rawReply) || !answer(rawReply, statusCode, headers, body)) {
        network.respond(rawReply, statusCode, headers, body)
      }
    },
    onFinished(rawReply, callback) {
      if (isDirectResponse(rawReply)) watchDirect(rawReply, callback)
      else network.onFinished(rawReply, callback)
    },
    exposeRequest: (raw) => network.exposeRequest(toRealRequest(raw)),
    exposeReply: (rawReply) => network.exposeReply(toRealResponse(rawReply)),
    readField: network.readField,
    readBody:
      readBody &&
      ((raw, limit, callback) => {
        if (!readDirectBody(raw, limit, callback)) readBody(raw, limit, callback)
      })
  }
}

const isEmpty = (rawReply: ServerResponse, statusCode: number) =>
  rawReply.req.method === 'HEAD' || statusCode === 204 || statusCode === 304

/** Settles a call; answers false where only Node's own writer gets the head of the answer right. */
function answer(
  rawReply: ServerResponse & DirectResponse,
  statusCode: number,
  given: ReplyHeaders,
  body: string | Buffer | undefined
): boolean {
  const hasBody = !isEmpty(rawReply, statusCode)
  if (rawReply.headersSent || statusCode < 200 || (hasBody && given['content-length'] === undefined)) return false
  const headers = toHeaders(given)
  if (headers === null) return false
  headers.date = utcDate()
  headers.connection = 'keep-alive'
  // Node cuts off fractions as well.
  const { resolve, reject } = finishDirect(rawReply, Math.trunc(statusCode), { headers: given, body })
  const result = createResult(rawReply, headers, hasBody ? body : undefined, parseCookies)
  if (reject === undefined) process.nextTick(resolve, null, result)
  else process.nextTick(resolve, result)
  tellWatchers(rawReply)
  return true
}

/** Copies headers; `null` where one of them steers Node's writer, or where that would refuse one. */
function toHeaders(given: ReplyHeaders): Record<string, string | string[]> | null {
  const headers: Record<string, string | string[]> = {}
  try {
    for (const name in given) {
      if (steersTheWriter(name)) return null
      checkName(name)
      const value = given[name]
      headers[name] = Array.isArray(value) ? value.map((one) => checkValue(name, one)) : checkValue(name, value)
    }
  } catch {
    return null
  }
  return headers
}
