/** Frames responses: either a correct content length or the chunked coding marks the end, never both (RFC 9110 §8.6, RFC 9112 §6). */
import { inspect } from 'node:util'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import { connectionFields } from '../http/field.ts'

/** Final statuses that forbid content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export const contentless: ReadonlySet<number> = new Set([204, 205, 304])

export function withoutContent(exchange: Exchange, payload: unknown): void {
  const { headers, reply, transport } = exchange
  exchange.trailers = null
  reply.removeHeader('transfer-encoding').removeHeader('trailer')
  if (transport.statusCode === 304) {
    // The content length of a 304 is the length of the content that the client has cached (RFC 9110 §8.6).
    if ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > 0)
      headers['content-length'] = lengthOf(payload)
    else if (!isLength(reply.getHeader('content-length'))) reply.removeHeader('content-length')
    return
  }
  if (payload !== undefined && payload !== null) {
    // Both headers describe the payload, which is not sent.
    reply.removeHeader('content-type').removeHeader('content-length')
  } else if (String(reply.getHeader('content-length')) !== '0') {
    // The length 0 is kept. A handler may set it for clients that would wait for a body.
    reply.removeHeader('content-length')
  }
  if (transport.statusCode === 205) headers['content-length'] = '0'
}

const lengthOf = (payload: string | Buffer): string => String(Buffer.byteLength(payload))

const isLength = (value: unknown) => /^\d+$/.test(String(value))

const coding = /^([!#$%&'*+.^`|~\w-]+)\s*(?:;.*)?$/s

/** `frameByChunks` appends `chunked`. `identity` meant no coding in earlier HTTP versions (RFC 9112 §7). */
const isOmitted = (name: string) => name === 'chunked' || name === 'identity'

/** The transfer codings that the application has applied (RFC 9112 §6.1). @throws ESP_ERR_ARGUMENT_INVALID */
function appliedCodings({ reply }: Exchange): string[] {
  const given = String(reply.getHeader('transfer-encoding') ?? '')
  const codings: string[] = []
  for (const one of given.split(',').map((text) => text.trim())) {
    const name = coding.exec(one)?.[1]?.toLowerCase()
    if (name !== undefined && !isOmitted(name)) codings.push(one)
    else if (name === undefined && one !== '') {
      reply.removeHeader('transfer-encoding')
      throw new errors.ESP_ERR_ARGUMENT_INVALID("The header 'transfer-encoding'", 'a list of codings', inspect(given))
    }
  }
  return codings
}

/** Only the chunked coding marks the end of a response, so it must be the last coding. */
export function frameByChunks(exchange: Exchange): void {
  exchange.reply.header('transfer-encoding', [...appliedCodings(exchange), 'chunked'].join(', '))
}

/** Whether transfer codings of the application frame the response. HTTP/1.0 and HTTP/2 have no transfer codings (RFC 9112 §6.1). */
function isCoded(exchange: Exchange): boolean {
  const { reply, transport } = exchange
  if (!reply.hasHeader('transfer-encoding')) return false
  if (transport.version === 1.1 && /[^,\s]/.test(String(reply.getHeader('transfer-encoding')))) {
    frameByChunks(exchange)
    return true
  }
  reply.removeHeader('transfer-encoding')
  return false
}

/** A response to HEAD may declare the length of the omitted body (RFC 9110 §8.6). */
export function setLength(exchange: Exchange, payload: string | Buffer | undefined): void {
  const { headers, reply, transport } = exchange
  const mayBeCoded = headers['transfer-encoding'] !== undefined || transport.response !== null
  if (mayBeCoded && isCoded(exchange)) return void reply.removeHeader('content-length')
  const isHead = transport.method === 'HEAD'
  if (isHead && (payload === undefined || isLength(headers['content-length']))) {
    if (headers['content-length'] !== undefined && !isLength(headers['content-length']))
      reply.removeHeader('content-length')
    return
  }
  headers['content-length'] =
    typeof payload === 'string' ? String(transport.byteLengthOf(payload)) : lengthOf(payload ?? '')
}

export class Meter {
  readonly #exchange: Exchange
  readonly #declared: number
  #counted = 0

  constructor(exchange: Exchange, declared: number) {
    this.#exchange = exchange
    this.#declared = declared
  }

  /** Returns an error if there are now more bytes than declared. */
  count(chunk: string | Uint8Array): Error | null {
    this.#counted += Buffer.byteLength(chunk)
    return this.#counted > this.#declared ? this.check() : null
  }

  /** Returns an error if the bytes so far are not exactly the declared length. */
  check(): Error | null {
    if (this.#counted === this.#declared) return null
    const { plan, transport } = this.#exchange
    const counted = this.#counted > this.#declared ? `at least ${this.#counted}` : this.#counted
    const url = plan.config.url ?? transport.url
    return new errors.ESP_ERR_REP_CONTENT_LENGTH_MISMATCH(url, transport.method, counted, this.#declared)
  }
}

export function createMeter(exchange: Exchange): Meter | null {
  const { reply } = exchange
  const coded = isCoded(exchange)
  const declared = reply.getHeader('content-length')
  if (declared === undefined) return null
  if (!coded && isLength(declared)) return new Meter(exchange, Number(declared))
  reply.removeHeader('content-length')
  return null
}

/** HTTP/2 forbids connection-specific fields, which plugins for HTTP/1 may set. */
export function withoutConnectionFields({ headers, transport }: Exchange): void {
  for (const name in headers) if (connectionFields.has(name)) delete headers[name]
  const { response } = transport
  if (response === null || transport.isBegun) return
  for (const name of response.getHeaderNames()) if (connectionFields.has(name)) response.removeHeader(name)
}
