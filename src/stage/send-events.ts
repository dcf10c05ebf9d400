/** Sends event streams as responses: sets their head, handles failures, and ends them when the client disconnects or the app closes. */
import { logSafely } from '../base/log-safely.ts'
import type { Exchange } from '../http/exchange.ts'
import { EventFeed, type FeedCallbacks, FeedStream } from './event-feed.ts'
import type { EventSerialize } from './event-text.ts'
import { endWithTrailers } from './trailer.ts'

/** Default headers of an event stream. Proxies such as nginx buffer the events without `x-accel-buffering: no`. */
const streamFields = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' }

const contentType = 'text/event-stream; charset=utf-8'

/** Makes the payload of an event stream. @param isSeen whether there are `onSend` hooks, which get the payload as a stream of text */
export function toEventStream(
  exchange: Exchange,
  source: AsyncIterable<unknown>,
  serialize: EventSerialize,
  isSeen: boolean
): EventFeed | FeedStream {
  const { headers, reply, transport } = exchange
  if (reply.getHeader('content-type') === undefined || reply.getHeader('content-type') === 'text/event-stream')
    headers['content-type'] = contentType
  exchange.streamHead = Object.fromEntries(Object.entries(streamFields).filter(([name]) => !reply.hasHeader(name)))
  Object.assign(headers, exchange.streamHead)
  const feed = new EventFeed(source, serialize)
  endWith(exchange, feed)
  transport.watchPeer(serialize.options.heartbeat)
  if (transport.method === 'HEAD') feed.stop()
  return isSeen ? feed.toStream(createReports(exchange)) : feed
}

/**
 * Stops a feed when its client disconnects or the app closes. On closing, the connection ends before the response is complete, so that the client
 * reconnects.
 */
function endWith(exchange: Exchange, feed: EventFeed): void {
  const { plan, transport } = exchange
  const cut = () => {
    if (feed.stop()) transport.abort()
  }
  plan.closing.eventStreams.set(exchange, cut)
  transport.onClose(() => {
    plan.responseTimeouts.remove(exchange)
    plan.closing.eventStreams.delete(exchange)
    feed.stop()
  })
}

/** Returns the feed of an event stream that hooks have neither replaced nor read. */
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
  // The response emits an error when it is aborted. `endWith` has then stopped the feed, so the error is ignored.
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
