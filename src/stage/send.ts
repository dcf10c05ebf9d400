import { logSafely } from '../base/log-safely.ts'
import { isFailed, swallowIfPromise } from '../base/outcome.ts'
import { ignoreErrors, isAsyncIterable, isNodeStream, isResponse, isStream, isWebStream } from '../base/payload.ts'
import { assertSync } from '../error/assert-sync.ts'
import { jsonType } from '../error/body.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import { MediaType } from '../http/media-type.ts'
import type { EventSerialize } from './event-text.ts'
import { contentless, setLength, withoutConnectionFields, withoutContent } from './framing.ts'
import { reportSecondAnswer } from './handle.ts'
import { compilePayloadHooks } from './hooks.ts'
import { feedOf, sendEvents, toEventStream } from './send-events.ts'
import { type IterableOptions, streamOf, untypedIterable } from './send-iterable.ts'
import { discard, sendNodeStream, sendWebStream } from './send-stream.ts'
import { addRouteToError } from './serialization-error.ts'
import type { BoundHook, PayloadStep } from './step.ts'
import type { TextValues } from './text-value.ts'
import { announceTrailers, endWithTrailers } from './trailer.ts'

export interface SendOptions extends IterableOptions {
  readonly preSerialization: readonly BoundHook[]
  readonly onSend: readonly BoundHook[]
  /** Returns an error for an undeclared response. `null` if every response is allowed. */
  readonly checkResponse: ((exchange: Exchange) => Error | null) | null
  readonly texts: TextValues | null
  /** Returns `undefined` if status and content type do not declare an event stream. `null` for routes without event streams. */
  readonly events: ((exchange: Exchange) => EventSerialize | undefined) | null
}

export interface SendSteps {
  readonly send: PayloadStep
  /** The steps from the `onSend` hooks on. The body of an error skips the earlier steps. */
  readonly finish: PayloadStep
}

/** More responses than this for one request count as an infinite loop. */
const maxSends = 8

const isHijacked = (exchange: Exchange) => exchange.hijacked

export function compileSend(options: SendOptions): SendSteps {
  const { preSerialization, onSend, serialize, checkResponse, texts, events, streamsIterables } = options
  const hasOnSend = onSend.length > 0
  const finish = compilePayloadHooks(onSend, compileWrite(checkResponse), isHijacked)
  const serializeAndFinish: PayloadStep = (exchange, payload) => {
    if (payload instanceof Promise && swallowIfPromise(payload))
      return exchange.plan.fail(exchange, new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE('promise'))
    let text: unknown
    try {
      text = serialize(exchange, payload)
      if (typeof text !== 'string') assertSync(text, 'A serializer')
    } catch (error) {
      // An undeclared status has no serializer, which may be the cause of the failure. The error about the status is then clearer.
      const undeclared = checkResponse?.(exchange) ?? null
      if (undeclared === null) markSerialization(error, exchange)
      return exchange.plan.fail(exchange, undeclared ?? error)
    }
    if (text === '{}' && streamsIterables !== 'never' && isAsyncIterable(payload))
      return exchange.plan.fail(exchange, untypedIterable(exchange, ' as JSON'))
    finish(exchange, text)
  }
  const toText = compilePayloadHooks(preSerialization, serializeAndFinish, isHijacked)
  const finishStream: PayloadStep = (exchange, payload) => {
    if (hasOnSend) discardOnClose(exchange, payload)
    finish(exchange, payload)
  }
  const hasHooks = hasOnSend || preSerialization.length > 0
  const steps = { toText, finish, finishStream, texts, events, hasHooks, hasOnSend, serialize, streamsIterables }
  const send: PayloadStep = (exchange, payload) => {
    try {
      dispatchPayload(exchange, payload, steps)
    } catch (error) {
      if (exchange.calls > 0) throw error
      failLate(exchange, error)
    }
  }
  return { finish, send }
}

/** Fails the request, because an exception of `reply.send` in a callback of the application would be uncaught. */
function failLate(exchange: Exchange, error: unknown): void {
  if (exchange.insideOnError) logSafely(exchange.reply.log, 'error', { err: error }, 'an onError hook failed')
  else exchange.plan.fail(exchange, error)
}

function markSerialization(error: unknown, exchange: Exchange): void {
  try {
    if (error instanceof Error && Object.isExtensible(error))
      (error as { serialization?: unknown }).serialization = exchange.plan.config
  } catch {}
  addRouteToError(error, exchange)
}

interface PayloadSteps extends Pick<SendOptions, 'serialize' | 'streamsIterables' | 'texts' | 'events'> {
  readonly toText: PayloadStep
  readonly finish: PayloadStep
  readonly finishStream: PayloadStep
  readonly hasHooks: boolean
  readonly hasOnSend: boolean
}

/**
 * While `onSend` hooks run, a stream may fail before it is read, or a hook may replace it. So its errors are ignored, and it is destroyed at the
 * end.
 */
function discardOnClose({ transport }: Exchange, payload: unknown): void {
  const body = isResponse(payload) ? payload.body : payload
  ignoreErrors(body)
  transport.onClose(() => discard(body))
}

function dispatchPayload(exchange: Exchange, payload: unknown, steps: PayloadSteps): void {
  const { toText, finish } = steps
  const { headers, serializer, transport } = exchange
  if (exchange.insideOnError) throw new errors.FST_ERR_SEND_INSIDE_ONERR()
  if (exchange.hijacked || transport.isEnded) return reportSecondAnswer(exchange)
  exchange.answered = true
  exchange.sends++
  if (isFailed(payload)) return exchange.plan.fail(exchange, payload)
  if (exchange.sends > maxSends) return failTooManySends(exchange)
  if (exchange.errorStatus !== 0 && !exchange.statusIsSet && transport.statusCode === 200)
    transport.statusCode = exchange.errorStatus
  if (payload === undefined) return finish(exchange, payload)
  const contentType = (headers['content-type'] ?? transport.response?.getHeader('content-type')) as string | undefined
  if (typeof payload === 'string') return sendText(exchange, payload, contentType, steps)
  if (steps.events !== null && isAsyncIterable(payload)) {
    const serialize = steps.events(exchange)
    if (serialize !== undefined)
      return steps.finishStream(exchange, toEventStream(exchange, payload, serialize, steps.hasOnSend))
  }
  if (isStream(payload)) return steps.finishStream(exchange, payload)
  if (ArrayBuffer.isView(payload)) {
    if (contentType === undefined) headers['content-type'] = 'application/octet-stream'
    return finish(exchange, toBuffer(payload))
  }
  if (steps.hasHooks) ignoreErrors(payload)
  if (serializer !== null) return toText(exchange, payload)
  const { streamsIterables } = steps
  const mayStream = contentType === undefined ? streamsIterables === 'always' : streamsIterables !== 'never'
  const stream = mayStream && isAsyncIterable(payload) ? streamOf(exchange, payload, contentType, steps) : undefined
  if (stream !== undefined) return steps.finishStream(exchange, stream)
  if (contentType === undefined) headers['content-type'] = jsonType
  else if (!setJsonCharset(exchange, contentType)) return finish(exchange, payload)
  toText(exchange, payload)
}

/** For example, when an `onSend` hook calls `reply.send` each time it runs. */
function failTooManySends(exchange: Exchange): void {
  const { plan, sends, transport } = exchange
  const url = plan.config.url ?? transport.url
  plan.fail(exchange, new errors.ESP_ERR_REP_TOO_MANY_SENDS(url, transport.method, sends))
}

function sendText(exchange: Exchange, text: string, contentType: string | undefined, steps: PayloadSteps): void {
  const { headers, serializer } = exchange
  const { finish, texts, toText } = steps
  if (contentType === undefined) {
    const isValue = serializer === null && texts?.isValue(exchange, text)
    headers['content-type'] = isValue ? jsonType : 'text/plain; charset=utf-8'
    return isValue ? toText(exchange, text) : finish(exchange, text)
  }
  if (serializer !== null) return sendSerializedText(exchange, text, serializer, finish)
  const fault = setJsonCharset(exchange, contentType) ? texts?.checkJson(exchange, text) : null
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
    text = assertSync(serializer(payload), 'A serializer')
  } catch (error) {
    return exchange.plan.fail(exchange, error)
  }
  finish(exchange, text)
}

/** Returns whether the content type is JSON. */
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

/** The step throws for an invalid response. If no asynchronous hook ran before, the stack of the error contains the line of `reply.send`. */
function compileWrite(checkResponse: SendOptions['checkResponse']): PayloadStep {
  return (exchange, given) => {
    const { headers, plan, transport } = exchange
    if (transport.isBegun && !isNodeStream(given) && !isWebStream(given)) warnHeadersSent(exchange)
    const payload = typeof given === 'string' ? given : bodyOf(given, exchange)
    const isEmpty = payload === undefined || payload === null || payload === ''
    const failure = checkResponse === null || isEmpty ? null : checkResponse(exchange)
    if (failure !== null) {
      discard(payload)
      throw failure
    }
    if (transport.version >= 2) withoutConnectionFields(exchange)
    else if (plan.closing.endsConnections && transport.isLast) headers.connection = 'close'
    const { statusCode } = transport
    if (statusCode < 200 || contentless.has(statusCode)) return writeWithoutContent(exchange, payload)
    if (exchange.trailers !== null) announceTrailers(exchange)
    if (isEmpty || typeof payload === 'string' || Buffer.isBuffer(payload)) writeWhole(exchange, payload ?? undefined)
    else writeStream(exchange, payload)
  }
}

function warnHeadersSent({ reply, transport }: Exchange): void {
  const route = `"${transport.url}" (${transport.method})`
  logSafely(reply.log, 'warn', `Reply was already sent, did you forget to "return reply" in the ${route} route?`)
}

/** Status and headers of a web `Response` (Fetch standard) are copied to the reply. */
function bodyOf(payload: unknown, { reply }: Exchange): unknown {
  if (!isResponse(payload)) return payload
  reply.code(payload.status)
  for (const [name, value] of payload.headers) reply.header(name, value)
  if (payload.body !== null && payload.bodyUsed) throw new errors.FST_ERR_REP_RESPONSE_BODY_CONSUMED()
  return payload.body
}

function writeWithoutContent(exchange: Exchange, payload: unknown): void {
  const { headers, plan, transport } = exchange
  const { statusCode } = transport
  // A status below 200 is interim: clients would wait for a final response (RFC 9110 §15.2).
  if (statusCode < 200) throw new errors.FST_ERR_BAD_STATUS_CODE(String(statusCode))
  withoutContent(exchange, payload)
  discard(payload)
  plan.responseTimeouts.remove(exchange)
  transport.respond(statusCode, headers, undefined)
}

function writeWhole(exchange: Exchange, payload: string | Buffer | undefined): void {
  const { headers, plan, trailers, transport } = exchange
  if (trailers === null) setLength(exchange, payload)
  plan.responseTimeouts.remove(exchange)
  if (trailers === null) return transport.respond(transport.statusCode, headers, payload)
  const body = transport.open()
  transport.setHead(transport.statusCode, headers)
  // Without this write, an empty body would end the HTTP/2 stream with its head, and trailers could not follow.
  body.write(payload ?? '')
  endWithTrailers(exchange, body, payload)
}

function writeStream(exchange: Exchange, payload: unknown): void {
  const feed = feedOf(payload)
  if (feed !== undefined) return sendEvents(exchange, feed)
  if (isNodeStream(payload)) return sendNodeStream(exchange, payload)
  if (isWebStream(payload)) return sendWebStream(exchange, payload)
  throw new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE(swallowIfPromise(payload) ? 'promise' : typeof payload)
}
