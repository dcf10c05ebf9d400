/** Starts the handling of a request: makes its id, logger, request, reply and timers, and runs the first step. */
import type { Closing } from '../http/closing.ts'
import { Exchange } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import type { LogController } from '../log/request-log.ts'
import type { RoutePlan } from '../stage/step.ts'
import { expireIncomplete, expireUnbegun } from './expire.ts'
import { sendInternalError } from './fault.ts'
import type { Enter } from './router.ts'

export interface ReceiveOptions {
  readonly logger: Logger
  readonly logs: LogController | null
  /** Set even if `logs` is `null`, because refused requests while the app closes are always logged. */
  readonly controller: LogController
  readonly app: object
  readonly closing: Closing
}

/** The value that the router stores for a route. `make` compiles a route that was left for its first request. */
export interface Destination {
  readonly plan: RoutePlan | null
  make(): RoutePlan
}

export type Receive = Enter<Destination>

const closingBody = '{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}'

export function createReceive(options: ReceiveOptions): Receive {
  const { closing, logger } = options
  return (transport, _response, params, destination, query) => {
    const plan = destination.plan ?? destination.make()
    const exchange = openExchange(plan, transport, params, query, logger)
    if (exchange === null) return
    const isClosing = closing.active || (closing.begun && isHandshake(transport))
    if (isClosing && refuseWhileClosing(options, transport, exchange.reply.log)) return
    plan.logs?.incomingRequest(exchange.request, exchange.reply)
    startTimeLimits(plan, exchange)
    if (plan.onResponse !== null || plan.isTimed) observeEnd(plan.onResponse, exchange)
    if (plan.onTimeout !== null) observeTimeout(plan.onTimeout, exchange)
    if (plan.onRequestAbort !== null) observeAbort(plan.onRequestAbort, exchange)
    plan.run(exchange)
  }
}

/** If `genReqId` or another function of the application throws, this sends a 500 and returns `null`. */
export function openExchange(
  plan: RoutePlan,
  transport: Transport,
  params: unknown,
  query: unknown,
  logger: Logger
): Exchange | null {
  try {
    const id = plan.createId(transport)
    const log = plan.createLogger === null ? logger : plan.createLogger(id, transport)
    const exchange = new Exchange(plan, transport)
    exchange.request = new plan.RequestClass(exchange, id, params, query, log)
    exchange.reply = new plan.ReplyClass(exchange, log)
    return exchange
  } catch (error) {
    sendInternalError(logger, error, transport)
    return null
  }
}

export function startTimeLimits(plan: RoutePlan, exchange: Exchange): void {
  const { answerTimeout, defaultTimeout, handlerTimeout } = plan
  if (defaultTimeout > 0) return plan.responseTimeouts.add(exchange, defaultTimeout)
  if (handlerTimeout > 0) startTimer(exchange, expireUnbegun, handlerTimeout)
  if (answerTimeout > 0) startTimer(exchange, expireIncomplete, answerTimeout)
}

/** Without a listener for `upgrade`, Node emits a WebSocket handshake as an ordinary request. So the header `Upgrade` is read, too. */
function isHandshake({ isUpgraded, headers }: Transport): boolean {
  return isUpgraded || /(?:^|[,\s])websocket(?:$|[,\s/])/i.test(headers.upgrade ?? '')
}

/** Responds with 503 while the app closes, so that a load balancer tries another process. Returns whether the request was refused. */
function refuseWhileClosing({ app, closing, controller }: ReceiveOptions, transport: Transport, log: Logger): boolean {
  if (!closing.refuse) return false
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(closingBody.length) }
  transport.respond(503, transport.version < 2 ? { Connection: 'close', ...headers } : headers, closingBody)
  controller.serviceUnavailable(log, app)
  return true
}

function onRelease(exchange: Exchange, fn: () => void): void {
  const before = exchange.release
  exchange.release = () => {
    before?.()
    fn()
  }
}

export function startTimer(exchange: Exchange, expire: typeof expireUnbegun, timeout: number): void {
  const timer = setTimeout(() => expire(exchange, timeout), timeout)
  const stop = () => clearTimeout(timer)
  exchange.transport.onClose(stop)
  onRelease(exchange, stop)
}

function observeEnd(onResponse: RoutePlan['onResponse'], exchange: Exchange): void {
  exchange.startTime = performance.now()
  exchange.transport.onFinished((error) => {
    exchange.endTime = performance.now()
    exchange.release?.()
    onResponse?.(exchange, error)
  })
}

function observeTimeout(onTimeout: NonNullable<RoutePlan['onTimeout']>, exchange: Exchange): void {
  const { transport } = exchange
  const forget = transport.onTimeout(() => onTimeout(exchange))
  transport.onClose(forget)
  onRelease(exchange, forget)
}

function observeAbort(onRequestAbort: NonNullable<RoutePlan['onRequestAbort']>, exchange: Exchange): void {
  exchange.transport.onAbort(() => onRequestAbort(exchange))
}
