/**
 * Compiles a declared route to a plan: the functions that handle its requests. `lifecycle` defines the order of the stages, such as hooks, parsing
 * and validation. A stage that the route does not use returns `next` itself, so it costs nothing per request.
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
import { compileSend, type SendSteps } from '../stage/send.ts'
import {
  compileResponseCheck,
  compileSerialize,
  declaresEvents,
  findEvents,
  plainStatusOf,
  type ResponseSerializers,
  serializePlainly
} from '../stage/serialize.ts'
import type { RoutePlan, Step } from '../stage/step.ts'
import { compileTextValues } from '../stage/text-value.ts'
import type { RouteValidators } from '../stage/validate.ts'
import { compileValidate } from '../stage/validate-step.ts'
import { settingSeenBy } from '../tree/inherit.ts'
import { compileSchemas, nameOf, RouteSerialization, RouteValidation } from './compile-schemas.ts'
import type { PlanContext } from './plan-context.ts'
import { errorHandlersOf, handlerOf, hooksOf, type PlanSource } from './plan-source.ts'
import { timesOf } from './times.ts'
import { watchedParsers, watchedValidators } from './watched.ts'

interface StageInput {
  readonly source: PlanSource
  readonly context: PlanContext
  readonly validators: RouteValidators | null
  readonly plainStatus: number
}

type Stage = (input: StageInput, next: Step) => Step

const hookStage =
  (name: 'onRequest' | 'preValidation'): Stage =>
  ({ source }, next) =>
    compileHooks(hooksOf(source, name), next)

/** The stages that `reply.callNotFound` runs for a not-found handler. */
const fromPreHandler: readonly Stage[] = [
  ({ source }, next) => compileHooks(hooksOf(source, 'preHandler'), next, failTraced),
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

function parseStage({ source, context }: StageInput, next: Step): Step {
  const { node, options, is404 } = source
  return compileBody(
    {
      app: node.app,
      preParsing: hooksOf(source, 'preParsing'),
      parsers: watchedParsers(node.parsers),
      routeLimit: options.bodyLimit,
      serverLimit: context.bodyLimit,
      bodywith: context.methods.bodywith,
      mayHaveBody: mayHaveBody(source, context),
      is404,
      needsBody: !(is404 && context.policy.ignoresUnmatchedBodies),
      emptyIsNone: (options.emptyBody ?? context.emptyBody) === 'none',
      requiresUtf8: context.policy.requiresUtf8
    },
    next
  )
}

/** Requests without a matching route may have any method, so they may have a body. */
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

const withoutHooks = {
  preSerialization: [],
  onSend: [],
  serialize: serializePlainly,
  checkResponse: null,
  texts: null,
  events: null
}
const plainSteps = compileSend({ ...withoutHooks, streamsIterables: 'always' })
const fastifySteps = compileSend({ ...withoutHooks, streamsIterables: 'never' })

function createSendSteps(source: PlanSource, context: PlanContext, { parts, serializers }: PlanBase): SendSteps {
  const preSerialization = hooksOf(source, 'preSerialization')
  const onSend = hooksOf(source, 'onSend')
  const { serialize } = parts.serialization
  const isPlain = serialize === serializePlainly
  if (isPlain && preSerialization.length + onSend.length === 0)
    return context.policy.streamsIterables ? plainSteps : fastifySteps
  const checkResponse =
    context.policy.strictResponses && serializers !== null ? compileResponseCheck(nameOf(source), serializers) : null
  const texts = checkResponse && compileTextValues(serializers as ResponseSerializers, serialize, nameOf(source))
  const streamsIterables = context.policy.streamsIterables ? (isPlain ? 'always' : 'typed') : 'never'
  const events =
    serializers !== null && declaresEvents(serializers)
      ? ({ reply, transport }: Exchange) => findEvents(serializers, transport.statusCode, reply.mediaType)
      : null
  return compileSend({ preSerialization, onSend, serialize, checkResponse, texts, events, streamsIterables })
}

/** The compiled functions that a GET route and its automatic HEAD route share. Their response steps differ. */
export interface PlanBase {
  readonly parts: Omit<RoutePlan, keyof OwnParts | 'send' | 'fail'>
  readonly serializers: ResponseSerializers | null
}

export function compileBase(source: PlanSource, context: PlanContext): PlanBase {
  const { node, options } = source
  const compilers = context.compilersOf(node)
  const { validators, serializers } = compileSchemas(source, compilers, context)
  const infersStatus = context.policy.infersStatus && !source.isForeign
  const plainStatus = infersStatus && serializers !== null ? plainStatusOf(serializers) : 200
  const replySerializer = source.is404 ? undefined : settingSeenBy(node, 'replySerializer', source.moment)
  const serialize = compileSerialize(node.app, replySerializer, serializers)
  const input: StageInput = { source, context, validators: watchedValidators(validators), plainStatus }
  const parts = {
    app: node.app,
    is404: source.is404,
    plainStatus,
    validation: new RouteValidation(source, validators, compilers),
    serialization: new RouteSerialization(source, serializers, compilers, serialize),
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
    ...compileWatching(source, context)
  }
  return { parts, serializers }
}

export function compilePlan(source: PlanSource, context: PlanContext, base = compileBase(source, context)): RoutePlan {
  const { logs, policy } = context
  const { finish, send } = createSendSteps(source, context, base)
  const handlers = errorHandlersOf(source, context)
  const fail = compileFail({ handlers, onError: hooksOf(source, 'onError'), policy, logs, finish })
  return { ...base.parts, ...ownParts(source), send, fail }
}

/** Reuses the functions of `model`, the plan of a route with the same context and settings. */
export function copyPlan(model: RoutePlan, source: PlanSource): RoutePlan {
  return { ...model, ...ownParts(source) }
}

type OwnParts = Pick<RoutePlan, 'config' | 'describe' | 'handler'>

function ownParts(source: PlanSource): OwnParts {
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

function compileWatching(
  source: PlanSource,
  { logs }: PlanContext
): Pick<RoutePlan, 'onResponse' | 'onTimeout' | 'onRequestAbort'> {
  const complete = (exchange: Exchange, error: unknown) =>
    logs?.requestCompleted(error, exchange.request, exchange.reply)
  const failed =
    (name: string) =>
    ({ reply }: Exchange, error: unknown) =>
      logSafely(reply.log, 'error', { err: error }, `${name} hook failed`)
  const onResponse = hooksOf(source, 'onResponse')
  const onTimeout = hooksOf(source, 'onTimeout')
  const onRequestAbort = hooksOf(source, 'onRequestAbort')
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
    exchange.errorHandlerIndex = -1
    plan.runFromPreHandler(exchange)
  }
}
