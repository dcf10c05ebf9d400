/** Trailers: header fields that follow the body (RFC 9110 §6.5). */
import { promiseOf } from '../error/promise.ts'
import { tell } from '../error/tell.ts'
import type { Exchange } from '../http/exchange.ts'
import { validateHeaderName, validateHeaderValue } from '../node-http.ts'

/** Announces the trailers in the head; HTTP/1.1 needs the chunked coding for them, HTTP/2 has its own frames, and HTTP/1.0 has none. */
export function announceTrailers(exchange: Exchange): void {
  const { httpVersionMajor, httpVersionMinor } = exchange.raw
  const names = Object.keys(exchange.trailers ?? {}).filter((name) => exchange.trailers?.[name] !== undefined)
  if (names.length === 0 || (httpVersionMajor === 1 && httpVersionMinor === 0)) {
    exchange.trailers = null
    return
  }
  exchange.reply.removeHeader('content-length')
  if (httpVersionMajor < 2) exchange.reply.header('transfer-encoding', 'chunked')
  exchange.reply.header('trailer', names.join(' '))
}

/** Computes the trailers and ends the answer with those that could be computed; the client is not told of the others. */
export function endWithTrailers(exchange: Exchange, payload: unknown): void {
  const { rawReply, trailers } = exchange
  if (trailers === null) return void rawReply.end()
  const computed: Record<string, string> = {}
  const pending = Object.entries(trailers).flatMap(([name, fn]) =>
    fn === undefined
      ? []
      : compute(exchange, fn, payload)
          .then((value) => {
            validateHeaderName(name)
            validateHeaderValue(name, value)
            computed[name] = value
          })
          .catch((error) => tell(exchange.reply.log, 'debug', { err: error }, 'a trailer failed'))
  )
  Promise.all(pending).then(() => {
    rawReply.addTrailers(computed)
    rawReply.end()
  })
}

function compute(
  { reply }: Exchange,
  fn: NonNullable<NonNullable<Exchange['trailers']>[string]>,
  payload: unknown
): Promise<string> {
  return new Promise((resolve, reject) => {
    const result = fn(reply, payload, (error, value) => (error ? reject(error) : resolve(value as string)))
    promiseOf(result)?.then(resolve as (value: unknown) => void, reject)
  })
}
