import { logSafely } from '../base/log-safely.ts'
import type { Exchange } from '../http/exchange.ts'
import { EventFeed, type FeedCallbacks, FeedStream } from './event-feed.ts'
import type { EventSerialize } from './event-text.ts'
import { endWithTrailers } from './trailer.ts'

/** Without `x-accel-buffering: no`, proxies such as nginx buffer the events. */
const defaultHeaders = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' }

const contentType = 'text/event-stream; charset=utf-8'

/** @param hasOnSend whether there are `onSend` hooks, which get the payload as a stream of text */
export function toEventStream(
  exchange: Exchange,
  source: AsyncIterable<unknown>,
  serialize: EventSerialize,
  hasOnSend: boolean
): EventFeed | FeedStream {
  const { headers, reply, transport } = exchange
  if (reply.getHeader('content-type') === undefined || reply.getHeader('content-type') === 'text/event-stream')
    headers['content-type'] = contentType
  exchange.streamHead = Object.fromEntries(Object.entries(defaultHeaders).filter(([name]) => !reply.hasHeader(name)))
  Object.assign(headers, exchange.streamHead)
  const feed = new EventFeed(source, serialize)
  stopOnClose(exchange, feed)
  transport.watchPeer(serialize.options.heartbeat)
  if (transport.method === 'HEAD') feed.stop()
  return hasOnSend ? feed.toStream(createReports(exchange)) : feed
}

function stopOnClose(exchange: Exchange, feed: EventFeed): void {
  const { plan, transport } = exchange
  // Called when the app closes. The incomplete response makes the client reconnect to another process.
  const abort = () => {
    if (feed.stop()) transport.abort()
  }
  plan.closing.eventStreams.set(exchange, abort)
  transport.onClose(() => {
    plan.responseTimeouts.remove(exchange)
    plan.closing.eventStreams.delete(exchange)
    feed.stop()
  })
}

/** Returns the feed of a payload that `onSend` hooks have neither replaced nor read. */
export function feedOf(payload: unknown): EventFeed | undefined {
  if (payload instanceof EventFeed) return payload
  return payload instanceof FeedStream && payload.isUntouched ? payload.feed : undefined
}

function createReports(exchange: Exchange): Pick<FeedCallbacks, 'drop' | 'report'> {
  const { plan, reply, request, transport } = exchange
  const route = `${request.method} ${plan.config.url ?? request.url}`
  return {
    drop(bytes, ms) {
      logSafely(reply.log, 'warn', { route, bytes, ms }, 'a reader of an event stream took nothing and was dropped')
      transport.abort()
    },
    report: (error) =>
      logSafely(reply.log, 'error', { err: error, route }, 'the generator of an event stream failed when it was ended')
  }
}

export function sendEvents(exchange: Exchange, feed: EventFeed): void {
  const { headers, plan, reply, transport } = exchange
  const body = transport.open()
  // Aborting the response emits an error. `stopOnClose` has then already stopped the feed.
  body.on('error', () => {})
  feed.begin(body, {
    ...createReports(exchange),
    open() {
      if (!transport.isBegun) transport.setHead(transport.statusCode, headers)
    },
    end: () => endWithTrailers(exchange, body, null),
    fail(error) {
      if (!transport.isBegun && !transport.isAborted) return plan.fail(exchange, error)
      logSafely(reply.log, 'error', { err: error }, 'an event stream was cut off')
      transport.abort()
    }
  })
}
