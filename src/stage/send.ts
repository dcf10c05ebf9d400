/** Sends the payload of `reply.send`: decides its kind, serializes it, runs the `onSend` hooks, and writes the response. */

import { logSafely } from '../base/log-safely.ts'
import { isFailed, isPromiseAndIgnore } from '../base/outcome.ts'
import { ignoreErrors, isAsyncIterable, isNodeStream, isResponse, isWebStream } from '../base/payload.ts'
import { atOnce } from '../error/at-once.ts'
import { jsonType } from '../error/body.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import { MediaType } from '../http/media-type.ts'
import type { EventSerialize } from './event-text.ts'
import { contentOf, setLength, withoutConnectionFields, withoutContent } from './framing.ts'
import { reportSecondAnswer } from './handle.ts'
import { compilePayloadHooks } from './hooks.ts'
import { feedOf, sendEvents, toEventStream } from './send-events.ts'
import { type IterableOptions, refuseIterable, streamOf } from './send-iterable.ts'
import { discard, sendNodeStream, sendWebStream } from './send-stream.ts'
import type { BoundHook, PayloadStep } from './step.ts'
import type { TextValues } from './text-value.ts'
import { announceTrailers, endWithTrailers } from './trailer.ts'
import { tellAnswer } from './unserialized.ts'

export interface SendOptions extends IterableOptions {
  readonly preSerialization: readonly BoundHook[]
  readonly onSend: readonly BoundHook[]
  /** Returns an error for an undeclared response; `null` if every response is allowed. */
  readonly judge: ((exchange: Exchange) => Error | null) | null
  /** The rule for strings with declared JSON; `null` if every response is allowed. */
  readonly texts: TextValues | null
  /** Finds the event serializer if the status and content type declare an event stream; `null` for routes without one. */
  readonly events: ((exchange: Exchange) => EventSerialize | undefined) | null
}

export interface SendSteps {
  /** The step that `reply.send` calls. */
  readonly send: PayloadStep
  /** The steps from the `onSend` hooks on, which an error's body takes. */
  readonly finish: PayloadStep
}

/** How often a response may be replaced before this counts as an infinite loop. Hooks and handlers do not need more. */
const mostSends = 8

const isHijacked = (exchange: Exchange) => exchange.hijacked

/** Compiles the response steps of a route. */
export function compileSend(options: SendOptions): SendSteps {
  const { preSerialization, onSend, serialize, judge, texts, events, streamsIterables } = options
  const finish = compilePayloadHooks(onSend, (exchange, payload) => write(exchange, payload, judge), isHijacked)
  const serializeAndFinish: PayloadStep = (exchange, payload) => {
    if (payload instanceof Promise && isPromiseAndIgnore(payload))
      return exchange.plan.fail(exchange, new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE('promise'))
    let text: unknown
    try {
      text = atOnce(serialize(exchange, payload), 'A serializer')
    } catch (error) {
      // An undeclared status has no serializer. The undeclared status is the error to report.
      const undeclared = judge?.(exchange) ?? null
      if (undeclared === null) markSerialization(error, exchange)
      return exchange.plan.fail(exchange, undeclared ?? error)
    }
    if (text === '{}' && streamsIterables !== 'never' && isAsyncIterable(payload))
      return exchange.plan.fail(exchange, refuseIterable(exchange, ' as JSON'))
    finish(exchange, text)
  }
  const toText = compilePayloadHooks(preSerialization, serializeAndFinish, isHijacked)
  const finishStream: PayloadStep = (exchange, payload) => {
    if (onSend.length > 0) hold(exchange, payload)
    finish(exchange, payload)
  }
  const hasHooks = preSerialization.length + onSend.length > 0
  const sendEvents = events && compileSendEvents(events, finishStream, onSend.length > 0)
  const ways: Ways = { toText, finish, finishStream, sendEvents, texts, hasHooks, serialize, streamsIterables }
  const send: PayloadStep = (exchange, payload) => {
    try {
      classify(exchange, payload, ways)
    } catch (error) {
      if (exchange.calls > 0) throw error
      failLate(exchange, error)
    }
  }
  return { finish, send }
}

/** @param isSeen whether hooks get the stream */
function compileSendEvents(
  find: NonNullable<SendOptions['events']>,
  finishStream: PayloadStep,
  isSeen: boolean
): NonNullable<Ways['sendEvents']> {
  return (exchange, payload) => {
    const serialize = find(exchange)
    if (serialize !== undefined) finishStream(exchange, toEventStream(exchange, payload, serialize, isSeen))
    return serialize !== undefined
  }
}

/** Fails the request if `reply.send` throws where the exception would be uncaught. */
function failLate(exchange: Exchange, error: unknown): void {
  if (exchange.insideOnError) logSafely(exchange.reply.log, 'error', { err: error }, 'an onError hook failed')
  else exchange.plan.fail(exchange, error)
}

/** Adds the route to an error of serialization, if the error is an object. */
function markSerialization(error: unknown, exchange: Exchange): void {
  try {
    if (error instanceof Error && Object.isExtensible(error))
      (error as { serialization?: unknown }).serialization = exchange.plan.config
  } catch {}
  tellAnswer(error, exchange)
}

/** The steps for payloads of different kinds. */
interface Ways extends IterableOptions {
  readonly toText: PayloadStep
  readonly finish: PayloadStep
  readonly finishStream: PayloadStep
  /** Sends an iterable of events, and returns whether the response is an event stream; `null` for routes without one. */
  readonly sendEvents: ((exchange: Exchange, payload: AsyncIterable<unknown>) => boolean) | null
  readonly texts: TextValues | null
  readonly hasHooks: boolean
}

/** Guards a stream while `onSend` hooks hold it. It may fail before it is read, and it must be released if the response ends without it. */
function hold({ transport }: Exchange, payload: unknown): void {
  const body = isResponse(payload) ? payload.body : payload
  ignoreErrors(body)
  transport.onClose(() => discard(body))
}

/** Chooses the steps by the kind of the payload, and sets a content type if there is none. */
function classify(exchange: Exchange, payload: unknown, ways: Ways): void {
  const { toText, finish } = ways
  if (exchange.insideOnError) throw new errors.FST_ERR_SEND_INSIDE_ONERR()
  if (exchange.reply.sent) return reportSecondAnswer(exchange)
  exchange.answered = true
  exchange.sends++
  if (isFailed(payload)) return exchange.plan.fail(exchange, payload)
  if (exchange.sends > mostSends) return endCircle(exchange)
  if (exchange.errorStatus !== 0 && !exchange.statusIsSet && exchange.transport.statusCode === 200) {
    exchange.transport.statusCode = exchange.errorStatus
  }
  if (payload === undefined) return finish(exchange, payload)
  if (ways.sendEvents !== null && isAsyncIterable(payload) && ways.sendEvents(exchange, payload)) return
  if (isNodeStream(payload) || isWebStream(payload) || isResponse(payload)) return ways.finishStream(exchange, payload)
  const { headers, reply, serializer } = exchange
  if (ArrayBuffer.isView(payload)) {
    if (reply.getHeader('content-type') === undefined) headers['content-type'] = 'application/octet-stream'
    return finish(exchange, toBuffer(payload))
  }
  const contentType = reply.getHeader('content-type') as string | undefined
  if (typeof payload === 'string') return sendText(exchange, payload, contentType, ways)
  if (ways.hasHooks) ignoreErrors(payload)
  if (serializer !== null) return toText(exchange, payload)
  const { streamsIterables } = ways
  const mayStream = contentType === undefined ? streamsIterables === 'always' : streamsIterables !== 'never'
  const stream = mayStream && isAsyncIterable(payload) ? streamOf(exchange, payload, contentType, ways) : undefined
  if (stream !== undefined) return ways.finishStream(exchange, stream)
  if (contentType === undefined) headers['content-type'] = jsonType
  else if (!setJsonCharset(exchange, contentType)) return finish(exchange, payload)
  toText(exchange, payload)
}

/** Ends an infinite loop, as of a hook that sends a response whenever one is sent. */
function endCircle(exchange: Exchange): void {
  const { plan, sends, transport } = exchange
  const url = plan.config.url ?? transport.url
  plan.fail(exchange, new errors.ESP_ERR_REP_TOO_MANY_SENDS(url, transport.method, sends))
}

function sendText(exchange: Exchange, text: string, contentType: string | undefined, ways: Ways): void {
  const { headers, serializer } = exchange
  const { finish, texts, toText } = ways
  if (contentType === undefined) {
    const isValue = serializer === null && texts?.isValue(exchange, text)
    headers['content-type'] = isValue ? jsonType : 'text/plain; charset=utf-8'
    return isValue ? toText(exchange, text) : finish(exchange, text)
  }
  if (serializer !== null) return sendSerializedText(exchange, text, serializer, finish)
  const fault = setJsonCharset(exchange, contentType) ? texts?.judge(exchange, text) : null
  return fault ? exchange.plan.fail(exchange, fault) : finish(exchange, text)
}

function sendSerializedText(
  exchange: Exchange,
  payload: string,
  serializer: (payload: unknown) => unknown,
  finish: PayloadStep
): void {
  let text: unknown
  try {
    text = atOnce(serializer(payload), 'A serializer')
  } catch (error) {
    return exchange.plan.fail(exchange, error)
  }
  finish(exchange, text)
}

/** Completes a JSON media type with its charset; returns whether it is JSON. */
function setJsonCharset(exchange: Exchange, contentType: string): boolean {
  if (contentType === jsonType) return true
  const mediaType = MediaType.parse(contentType)
  if (!mediaType.essence.includes('json')) return false
  if (!mediaType.parameters.has('charset')) exchange.headers['content-type'] = `${mediaType}; charset=utf-8`
  return true
}

function toBuffer(view: ArrayBufferView): Buffer {
  return Buffer.isBuffer(view) ? view : Buffer.from(view.buffer, view.byteOffset, view.byteLength)
}

/**
 * Writes a response.
 *
 * @throws the error of an invalid response. It is thrown at the line of `reply.send` if nothing asynchronous is in between
 */
function write(exchange: Exchange, given: unknown, judge: SendOptions['judge']): void {
  if (exchange.transport.isBegun && !isNodeStream(given) && !isWebStream(given)) warnHeadersSent(exchange)
  const payload = isResponse(given) ? takeResponse(exchange, given) : given
  const failure = judge !== null && hasContent(payload) ? judge(exchange) : null
  if (failure !== null) {
    discard(payload)
    throw failure
  }
  writePayload(exchange, payload)
}

function hasContent(payload: unknown): boolean {
  return payload !== undefined && payload !== null && payload !== ''
}

function warnHeadersSent({ reply, transport }: Exchange): void {
  const route = `"${transport.url}" (${transport.method})`
  logSafely(reply.log, 'warn', `Reply was already sent, did you forget to "return reply" in the ${route} route?`)
}

/** Copies status, headers and body from a web `Response` (Fetch standard). */
function takeResponse({ reply }: Exchange, response: Response): unknown {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  if (response.body !== null && response.bodyUsed) throw new errors.FST_ERR_REP_RESPONSE_BODY_CONSUMED()
  return response.body
}

function writePayload(exchange: Exchange, payload: unknown): void {
  const { headers, transport } = exchange
  if (transport.version >= 2) withoutConnectionFields(exchange)
  else if (exchange.plan.closing.endsConnections && transport.isLast) headers.connection = 'close'
  const content = contentOf(transport.statusCode)
  if (content !== 'any') {
    // A status below 200 is interim: clients would wait for a final response (RFC 9110 §15.2).
    if (transport.statusCode < 200) throw new errors.FST_ERR_BAD_STATUS_CODE(String(transport.statusCode))
    withoutContent(exchange, content, payload)
    discard(payload)
    return end(exchange, undefined)
  }
  if (exchange.trailers !== null) announceTrailers(exchange)
  if (payload === undefined || payload === null || typeof payload === 'string' || Buffer.isBuffer(payload)) {
    if (exchange.trailers === null) setLength(exchange, payload ?? undefined)
    return end(exchange, payload ?? undefined)
  }
  const feed = feedOf(payload)
  if (feed !== undefined) return sendEvents(exchange, feed)
  if (isNodeStream(payload)) return sendNodeStream(exchange, payload)
  if (isWebStream(payload)) return sendWebStream(exchange, payload)
  throw new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE(isPromiseAndIgnore(payload) ? 'promise' : typeof payload)
}

function end(exchange: Exchange, payload: string | Buffer | undefined): void {
  const { headers, plan, transport } = exchange
  plan.pending.remove(exchange)
  if (exchange.trailers === null) return transport.respond(transport.statusCode, headers, payload)
  const body = transport.open()
  transport.setHead(transport.statusCode, headers)
  // Written even without a body: in HTTP/2 a head that ends the stream cannot be followed by trailers.
  body.write(payload ?? '')
  endWithTrailers(exchange, body, payload)
}
