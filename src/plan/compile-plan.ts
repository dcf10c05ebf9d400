/**
 * Compiles a declared route and its context to a plan: the functions that handle its requests.
 *
 * `lifecycle` is the only definition of the order of stages. A stage gets the step of the next stage and returns it unchanged if the route does not
 * use the stage. So unused stages cost nothing.
 */
import { logSafely } from '../base/log-safely.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import { resetResponse } from '../http/reset-response.ts'
import { compileChildLogger, defaultChildLoggerFactory } from '../log/logger.ts'
import { compileBody } from '../stage/body.ts'
import { compileFail } from '../stage/fail.ts'
import { failTraced, handle, handleAs, reportSecondAnswer } from '../stage/handle.ts'
import { compileHooks, compileWatchers, withRequest, withRequestAndReply } from '../stage/hooks.ts'
import { defaultSchemaErrorFormatter, plainSchemaErrorFormatter } from '../stage/schema-error.ts'
import { compileSend, type SendOptions, type SendSteps } from '../stage/send.ts'
import {
  compileResponseCheck,
  compileSerialize,
  declaresEvents,
  findEvents,
  plainStatusOf,
  type ResponseSerializers,
  type SerializePayload,
  serializePlainly
} from '../stage/serialize.ts'
import type { BoundHook, RoutePlan, Step } from '../stage/step.ts'
import { compileTextValues } from '../stage/text-value.ts'
import type { RouteValidators } from '../stage/validate.ts'
import { compileValidate } from '../stage/validate-step.ts'
import type { RequestHookName } from '../tree/hook.ts'
import { settingSeenBy } from '../tree/inherit.ts'
import { compileSchemas, nameOf, RouteSerialization, RouteValidation } from './compile-schemas.ts'
import type { PlanContext } from './plan-context.ts'
import { errorHandlersOf, handlerOf, hooksOf, type PlanSource } from './plan-source.ts'
import { timesOf } from './times.ts'
import { watchedParsers, watchedValidators } from './watched.ts'

/** The inputs for compiling the stages of a response. */
interface ResponseStageInput {
  readonly source: PlanSource
  readonly context: PlanContext
  readonly hooks: (name: RequestHookName) => readonly BoundHook[]
}

/** The inputs for compiling the stages of a request. */
interface StageInput extends ResponseStageInput {
  readonly validators: RouteValidators | null
  readonly plainStatus: number
}

type Stage = (input: StageInput, next: Step) => Step

const hookStage =
  (name: 'onRequest' | 'preValidation'): Stage =>
  (input, next) =>
    compileHooks(input.hooks(name), next)

/** The stages that `reply.callNotFound` runs, in the plan of a not-found handler. */
const fromPreHandler: readonly Stage[] = [
  (input, next) => compileHooks(input.hooks('preHandler'), next, failTraced),
  ({ plainStatus }) => (plainStatus === 200 ? handle : handleAs(plainStatus))
]

const lifecycle: readonly Stage[] = [
  hookStage('onRequest'),
  parseStage,
  hookStage('preValidation'),
  validateStage,
  ...fromPreHandler
]

function compose(input: StageInput, stages: readonly Stage[]): Step {
  return stages.reduceRight<Step>(
    (next, stage) => stage(input, next),
    () => {}
  )
}

function parseStage({ source, context, hooks }: StageInput, next: Step): Step {
  const { node, options, is404 } = source
  return compileBody(
    {
      app: node.app,
      preParsing: hooks('preParsing'),
      parsers: watchedParsers(node.parsers),
      routeLimit: options.bodyLimit,
      serverLimit: context.bodyLimit,
      bodywith: context.methods.bodywith,
      mayHaveBody: mayHaveBody(source, context),
      is404,
      // The body of a request without a route has no use, so it need not be read.
      needsBody: !(is404 && context.policy.sparesUnmatchedBodies),
      emptyIsNone: (options.emptyBody ?? context.emptyBody) === 'none',
      refusesForeignText: context.policy.refusesForeignText
    },
    next
  )
}

/** Whether a request may carry a body that is parsed. This includes requests that no route matches, because they may have any method. */
export function mayHaveBody({ is404, methods }: PlanSource, context: PlanContext): boolean {
  return is404 || methods.some((method) => context.methods.bodywith.has(method))
}

function validateStage({ source, context, validators }: StageInput, next: Step): Step {
  if (validators === null) return next
  const { node, moment, options } = source
  const format =
    options.schemaErrorFormatter ??
    settingSeenBy(node, 'schemaErrorFormatter', moment) ??
    context.schemaErrorFormatter ??
    (context.policy.namesAllowedValues ? defaultSchemaErrorFormatter : plainSchemaErrorFormatter)
  return compileValidate({ validators, format, attach: options.attachValidation === true }, next)
}

/** The response steps of routes without response schemas, serializers and `onSend` or `preSerialization` hooks. Such routes share these steps. */
const plainly = {
  preSerialization: [],
  onSend: [],
  serialize: serializePlainly,
  checkResponse: null,
  texts: null,
  events: null
}
const plainSteps = compileSend({ ...plainly, streamsIterables: 'always' })
const fastifySteps = compileSend({ ...plainly, streamsIterables: 'never' })

function createSendSteps({ source, context, hooks }: ResponseStageInput, { parts, serializers }: PlanBase): SendSteps {
  const preSerialization = hooks('preSerialization')
  const onSend = hooks('onSend')
  const { serialize } = parts.serialization
  const isPlain = serialize === serializePlainly
  if (isPlain && preSerialization.length + onSend.length === 0)
    return context.policy.streamsIterables ? plainSteps : fastifySteps
  const checkResponse =
    context.policy.strictResponses && serializers !== null ? compileResponseCheck(nameOf(source), serializers) : null
  const texts = checkResponse && compileTextValues(serializers as ResponseSerializers, serialize, nameOf(source))
  const streamsIterables = context.policy.streamsIterables ? (isPlain ? 'always' : 'typed') : 'never'
  const events = serializers !== null && declaresEvents(serializers) ? findEventsIn(serializers) : null
  return compileSend({ preSerialization, onSend, serialize, checkResponse, texts, events, streamsIterables })
}

const findEventsIn =
  (serializers: ResponseSerializers): SendOptions['events'] =>
  ({ reply, transport }) =>
    findEvents(serializers, transport.statusCode, reply.mediaType)

function createFail({ source, context, hooks }: ResponseStageInput, { finish }: SendSteps): RoutePlan['fail'] {
  const { logs, policy } = context
  const handlers = errorHandlersOf(source, context)
  return compileFail({ handlers, onError: hooks('onError'), policy, logs, finish })
}

/** The part of a plan that is the same for a GET route and its automatic HEAD route, which differ in their response steps. */
export interface PlanBase {
  readonly parts: Omit<RoutePlan, keyof PlanOwn | 'send' | 'fail'>
  readonly serializers: ResponseSerializers | null
}

/** Compiles everything of a plan except the response stages. */
export function compileBase(source: PlanSource, context: PlanContext): PlanBase {
  const { node, options } = source
  const compilers = context.compilersOf(node)
  const { validators, serializers } = compileSchemas(source, compilers, context)
  const infersStatus = context.policy.infersStatus && !source.isForeign
  const plainStatus = infersStatus && serializers !== null ? plainStatusOf(serializers) : 200
  const input: StageInput = {
    source,
    context,
    validators: watchedValidators(validators),
    plainStatus,
    hooks: (name) => hooksOf(source, name)
  }
  const parts = {
    app: node.app,
    is404: source.is404,
    plainStatus,
    validation: new RouteValidation(source, validators, compilers),
    serialization: new RouteSerialization(source, serializers, compilers, serializeOf(source, serializers)),
    ...context.classesOf(node),
    createId: context.createIdOf(node),
    createLogger: createLoggerOf(source, context),
    logs: context.logs,
    run: compose(input, lifecycle),
    runFromPreHandler: compose(input, fromPreHandler),
    callNotFound: createCallNotFound(source),
    ...timesOf(options, context),
    responseTimeouts: context.responseTimeouts,
    closing: context.closing,
    ...compileWatching(input.hooks, context)
  }
  return { parts, serializers }
}

function serializeOf({ node, moment, is404 }: PlanSource, serializers: ResponseSerializers | null): SerializePayload {
  const custom = is404 ? undefined : settingSeenBy(node, 'replySerializer', moment)
  return compileSerialize(node.app, custom, serializers)
}

/** Compiles the plan of a route. Everything that can be decided at boot is decided here. */
export function compilePlan(source: PlanSource, context: PlanContext, base = compileBase(source, context)): RoutePlan {
  const hooks = (name: RequestHookName) => hooksOf(source, name)
  const steps = createSendSteps({ source, context, hooks }, base)
  const fail = createFail({ source, context, hooks }, steps)
  return { ...base.parts, ...ownParts(source), send: steps.send, fail }
}

/** Makes a route's plan (its compiled steps) from `model`, the plan of a route with the same context and settings. */
export function copyPlan(model: RoutePlan, source: PlanSource): RoutePlan {
  return { ...model, ...ownParts(source) }
}

/** The members of a plan that are never shared. */
type PlanOwn = Pick<RoutePlan, 'config' | 'describe' | 'handler'>

function ownParts(source: PlanSource): PlanOwn {
  return { config: source.config, describe: source.describe, handler: handlerOf(source) }
}

function createLoggerOf({ node, moment, options }: PlanSource, context: PlanContext): RoutePlan['createLogger'] {
  const factory = options.childLoggerFactory ?? settingSeenBy(node, 'childLoggerFactory', moment)
  const level = options.logLevel || node.logLevel
  const serializers = options.logSerializers ?? node.logSerializers
  if (factory === defaultChildLoggerFactory) {
    if (!context.loggerEnabled) return null
    if (!level && !serializers) return context.createPlainLogger
  }
  return compileChildLogger({
    app: node.app,
    logger: context.logger,
    factory: factory as typeof defaultChildLoggerFactory,
    label: context.requestIdLogLabel,
    level,
    serializers
  })
}

/** Compiles the `onResponse`, `onTimeout` and `onRequestAbort` hooks, which observe a request and cannot change it. */
function compileWatching(
  hooks: StageInput['hooks'],
  { logs }: PlanContext
): Pick<RoutePlan, 'onResponse' | 'onTimeout' | 'onRequestAbort'> {
  const complete = (exchange: Exchange, error: unknown) =>
    logs?.requestCompleted(error, exchange.request, exchange.reply)
  const failed =
    (name: string) =>
    ({ reply }: Exchange, error: unknown) =>
      logSafely(reply.log, 'error', { err: error }, `${name} hook failed`)
  const onResponse = hooks('onResponse')
  const onTimeout = hooks('onTimeout')
  const onRequestAbort = hooks('onRequestAbort')
  const respond = (failure: unknown) =>
    compileWatchers(onResponse, withRequestAndReply, complete, (exchange) => complete(exchange, failure))
  const respondWell = respond(null)
  return {
    onResponse:
      onResponse.length === 0 && logs === null
        ? null
        : (exchange, error) => (error ? respond(error)(exchange) : respondWell(exchange)),
    onTimeout: onTimeout.length === 0 ? null : compileWatchers(onTimeout, withRequestAndReply, failed('onTimeout')),
    onRequestAbort:
      onRequestAbort.length === 0 ? null : compileWatchers(onRequestAbort, withRequest, failed('onRequestAborted'))
  }
}

/**
 * Continues a request with the not-found plan of its prefix, from the `preHandler` hooks on. Status and headers that the route has set are reset,
 * also when an error handler or an `onSend` hook calls `callNotFound`.
 */
function createCallNotFound({ notFound }: PlanSource): RoutePlan['callNotFound'] {
  return (exchange) => {
    const { answered, reply, transport } = exchange
    if (exchange.insideOnError) throw new errors.FST_ERR_SEND_INSIDE_ONERR()
    if (reply.sent || (answered && transport.isBegun)) return reportSecondAnswer(exchange)
    resetResponse(exchange)
    if (notFound === null) {
      logSafely(reply.log, 'warn', 'Trying to send a NotFound error inside a 404 handler. Sending basic 404 response.')
      return void reply.code(404).send('404 Not Found')
    }
    const plan = notFound()
    exchange.answered = false
    exchange.plan = plan
    // An error from here on goes to the first error handler of the not-found plan.
    exchange.errorHandlerIndex = -1
    plan.runFromPreHandler(exchange)
  }
}
