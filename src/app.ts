/**
 * The parts of an app, in the order of its boot sequence:
 *
 *     options -> logger -> root context -> plugins load -> no more declarations -> plan of each route -> route table
 *
 * A plan is the compiled form of a route, with its hooks and schemas.
 */
import diagnostics from 'node:diagnostics_channel'
import type { AppOptions } from './app-options.ts'
import { getOrCreate } from './base/get-or-create.ts'
import { once } from './base/once.ts'
import { type Boot, createBoot, createBootVerbs } from './boot.ts'
import { assertSync } from './error/assert-sync.ts'
import { type CodedError, errors, withoutStack } from './error/error.ts'
import { Closing } from './http/closing.ts'
import { deriveClass } from './http/derive-class.ts'
import { MediaType } from './http/media-type.ts'
import { Reply } from './http/reply.ts'
import {
  createRequestClass,
  createRequestIdGenerator,
  type Request,
  type RequestIdGenerator,
  withRequestIdHeader
} from './http/request.ts'
import { createResponseTimeouts } from './http/response-timeout.ts'
import type { Transport } from './http/transport.ts'
import { compileTrustProxy } from './http/trust-proxy.ts'
import { createFirstErrorWarning } from './log/first-error-warning.ts'
import {
  assertLogLevel,
  compileChildLogger,
  createLogger,
  defaultChildLoggerFactory,
  type Logger
} from './log/logger.ts'
import { createLogController, LogController, withoutFaults } from './log/request-log.ts'
import { createCompilers } from './plan/compilers.ts'
import { expireUnanswered } from './plan/expire.ts'
import { type AnswerFrameworkError, compileFrameworkError } from './plan/framework-error.ts'
import { createListener, type Listener } from './plan/listener.ts'
import { type PlanContext, perContext } from './plan/plan-context.ts'
import { createRouteTable, type RouteTable } from './plan/route-table.ts'
import { createRouter, type NodeMessages, type RawHandler, type Router, type RouterOptions } from './plan/router.ts'
import { buildPrettyMeta, createRouterVerbs } from './plan/router-verbs.ts'
import { createReceive } from './plan/run-plan.ts'
import { defaultFactories, readCompiled } from './schema/compiled.ts'
import { recordingFactories } from './schema/recording.ts'
import { cloneSchema } from './schema/store.ts'
import { parseText } from './stage/body.ts'
import { createDefaultErrorHandler } from './stage/fail.ts'
import { createJsonParser } from './stage/json.ts'
import type { AppObject } from './tree/app-object.ts'
import { createTree, type TreeOptions } from './tree/builder.ts'
import { errorHandlersSeenBy, settingSeenBy } from './tree/inherit.ts'
import { nodeOf, type Tree } from './tree/node.ts'
import { checkBucket, createBucketFactory } from './tree/schema-bucket.ts'
import { addSettings, checkSchemaErrorFormatter, type Settings } from './tree/setting.ts'
import { type Callable, toCallable } from './user-function.ts'

/** The parts of an app that adapters connect to a network. */
export interface Core {
  readonly app: AppObject
  readonly options: AppOptions
  readonly tree: Tree
  readonly boot: Boot
  readonly router: Router
  readonly logger: Logger
  readonly listener: Listener
  readonly closing: Closing
  readonly trace: RouteTable['trace']
}

/** The request and reply classes of contexts. A context without decorators uses the classes of its parent. */
function createClasses(RequestClass: typeof Request) {
  const core = { RequestClass, ReplyClass: Reply }
  const classesOf: PlanContext['classesOf'] = perContext((node) => {
    const inherited = node.parent === null ? core : classesOf(node.parent)
    if (node.requestDecorators.size + node.replyDecorators.size === 0) return inherited
    return {
      RequestClass: deriveClass(inherited.RequestClass, node.requestDecorators),
      ReplyClass: deriveClass(inherited.ReplyClass, node.replyDecorators)
    }
  })
  return classesOf
}

function createIds(options: AppOptions, stock: RequestIdGenerator<unknown>): PlanContext['createIdOf'] {
  const header = options.requestIdHeader
  const made = new Map<unknown, RequestIdGenerator<Transport>>()
  return (node) => {
    const generate = settingSeenBy(node, 'genReqId') as Callable
    const generateFor = ({ request }: Transport) => assertSync(generate(request) as string, 'genReqId')
    return getOrCreate(made, generate, () => withRequestIdHeader(header, generate === stock ? stock : generateFor))
  }
}

function toCompilerOptions({ ajv, policy, compiled, serializerOpts }: AppOptions) {
  const factories = recordingFactories() ?? (compiled ? readCompiled(compiled) : defaultFactories)
  return {
    ajv: { ...ajv, isGuarded: policy.guardsValidation },
    serializerOpts: serializerOpts ?? {},
    factories,
    compileForLibraries: once(() => factories.buildSerializer())
  }
}

interface Log {
  readonly logger: Logger
  readonly enabled: boolean
  readonly controller: LogController
}

function createPlanContext(
  options: AppOptions,
  tree: Tree,
  closing: Core['closing'],
  log: Log,
  RequestClass: typeof Request,
  stockId: RequestIdGenerator<unknown>
): PlanContext {
  const { logger, enabled, controller } = log
  const isOwn = controller.constructor !== LogController
  const compilerOptions = toCompilerOptions(options)
  const { app } = tree.root
  const label = controller.requestIdLogLabel
  const { policy } = options
  const isSeen = enabled || isOwn || policy.exposeErrors || options.exposeErrors !== undefined
  return {
    methods: tree.methods,
    policy,
    defers: options.compile === 'lazy' || options.compiled !== undefined,
    bodyLimit: options.bodyLimit,
    emptyBody: options.emptyBody ?? 'parse',
    handlerTimeout: options.handlerTimeout,
    defaultTimeout: options.defaultTimeout,
    answerTimeout: options.answerTimeout,
    responseTimeouts: createResponseTimeouts(closing, options.requestTimeout, expireUnanswered),
    closing,
    schemaErrorFormatter: options.schemaErrorFormatter && toCallable(options.schemaErrorFormatter).bind(app),
    logger,
    loggerEnabled: enabled,
    logs: enabled || isOwn ? controller : null,
    requestIdLogLabel: label,
    createPlainLogger: compileChildLogger({ app, logger, factory: defaultChildLoggerFactory, label }),
    defaultErrorHandler: createDefaultErrorHandler(createFirstErrorWarning(controller, isSeen), policy.exposeErrors),
    compilersOf: perContext((node) => createCompilers(node, compilerOptions)),
    classesOf: createClasses(RequestClass),
    createIdOf: createIds(options, stockId)
  }
}

type AnswerTarget = NonNullable<RouterOptions['onBadUrl']>

function refusing(frameworkError: () => AnswerFrameworkError, make: (path: string) => CodedError): AnswerTarget {
  return (path, transport) => {
    const error = withoutStack(() => make(path))
    frameworkError()(error, transport)
  }
}

/** Functions of the application such as `onBadUrl` may read the body. So 100 Continue is sent first if the client waits for it. */
function expose(transport: Transport): NodeMessages {
  transport.sendContinue()
  return [transport.exposeRequest(), transport.exposeResponse()]
}

function withNodeMessages(answer: RawHandler): AnswerTarget {
  return (path, transport) => answer(path, ...expose(transport))
}

function toBadUrl({ router }: AppOptions, frameworkError: () => AnswerFrameworkError): AnswerTarget {
  if (router.onBadUrl !== undefined) return withNodeMessages(router.onBadUrl)
  return refusing(frameworkError, (path) => new errors.FST_ERR_BAD_URL(path))
}

function createAppRouter(
  options: AppOptions,
  answer: { notFound: (transport: Transport) => void; frameworkError: () => AnswerFrameworkError }
): Router {
  const { router, handlerTimeout, defaultTimeout } = options
  const { defaultRoute, onMaxParamLength } = router
  const given: RouterOptions = {
    buildPrettyMeta,
    ...router,
    defaultRoute: defaultRoute ? (transport) => defaultRoute(...expose(transport)) : answer.notFound,
    onBadUrl: toBadUrl(options, answer.frameworkError),
    onMaxParamLength: onMaxParamLength
      ? withNodeMessages(onMaxParamLength)
      : refusing(answer.frameworkError, (path) => new errors.FST_ERR_MAX_PARAM_LENGTH(path))
  }
  return createRouter(given, handlerTimeout || defaultTimeout)
}

/** Options of the router that chooses not-found handlers. It must decode and match targets as the app's router does. */
function toNotFoundRouterOptions(options: AppOptions, frameworkError: () => AnswerFrameworkError): RouterOptions {
  const { caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes, useSemicolonDelimiter, querystringParser } =
    options.router
  return {
    caseSensitive,
    ignoreTrailingSlash,
    ignoreDuplicateSlashes,
    useSemicolonDelimiter,
    ...(querystringParser && { querystringParser }),
    onBadUrl: toBadUrl(options, frameworkError)
  }
}

function toTreeOptions(options: AppOptions, logger: Logger, router: Router, RequestClass: typeof Request): TreeOptions {
  const jsonParser = createJsonParser(options.onProtoPoisoning, options.onConstructorPoisoning)
  if (options.schemaErrorFormatter !== undefined) checkSchemaErrorFormatter(options.schemaErrorFormatter)
  const bucket: unknown = options.schemaController?.bucket || undefined
  if (bucket !== undefined) checkBucket(bucket)
  return {
    core: { requestDecorators: RequestClass.prototype, replyDecorators: Reply.prototype },
    allowErrorHandlerOverride: options.allowErrorHandlerOverride,
    lateSettings: options.lateSettings === true,
    exposeHeadRoutes: options.exposeHeadRoutes,
    allowsNoTimeout: options.policy.limitsTimeToResponse,
    ignoreTrailingSlash: options.router.ignoreTrailingSlash,
    ignoreDuplicateSlashes: options.router.ignoreDuplicateSlashes,
    checkLogLevel: (level, method, url) => assertLogLevel(level, logger, method, url),
    hasRoute: (method, url, constraints) => router.has(method, url, constraints),
    createBucket: bucket ?? createBucketFactory(cloneSchema),
    toKey: (contentType) => {
      const mediaType = MediaType.parse(contentType)
      return mediaType.isValid ? String(mediaType) : undefined
    },
    parsers: { getDefaultJsonParser: createJsonParser, defaultTextParser: parseText },
    jsonParser
  }
}

function addAppMembers({ app, boot, router, options, logger }: Core, defaultErrorHandler: unknown): void {
  const members = { log: logger, initialConfig: options.initialConfig }
  Object.assign(app, createBootVerbs(boot, app), createRouterVerbs(router), members)
  Object.defineProperty(app, 'errorHandler', {
    get(this: AppObject) {
      const [nearest] = errorHandlersSeenBy(nodeOf(this))
      return nearest === undefined ? defaultErrorHandler : nearest.handler.bind(nearest.app)
    }
  })
}

function toSettings(options: AppOptions, stockId: RequestIdGenerator<unknown>): Settings {
  const { childLoggerFactory = defaultChildLoggerFactory, genReqId = stockId, schemaController } = options
  const functions = { genReqId: toCallable(genReqId), childLoggerFactory: toCallable(childLoggerFactory) }
  return { ...schemaController?.compilersFactory, ...functions }
}

const initialization = 'fastify.initialization'

export function createCore(options: AppOptions): Core {
  const { logger, enabled } = createLogger(options)
  const log = { logger, enabled, controller: withoutFaults(createLogController(options), logger) }
  const closing = new Closing(options.return503OnClosing)
  let answerFrameworkError: AnswerFrameworkError
  const frameworkError = () => answerFrameworkError
  const notFound = (transport: Transport) => table.enterNotFound(transport)
  const router: Router = createAppRouter(options, { notFound, frameworkError })
  const RequestClass = createRequestClass(compileTrustProxy(options.trustProxy))
  const tree = createTree(toTreeOptions(options, logger, router, RequestClass))
  const { app } = tree.root
  const stockId = createRequestIdGenerator()
  addSettings(tree.root, toSettings(options, stockId))
  const context = createPlanContext(options, tree, closing, log, RequestClass, stockId)
  const receive = createReceive({ ...log, logs: context.logs, app, closing })
  const table = createRouteTable(router, toNotFoundRouterOptions(options, frameworkError), receive)
  tree.onRoute = table.add
  tree.declarations = table.declarations
  const rewriteUrl = options.rewriteUrl && toCallable(options.rewriteUrl)
  const listener = createListener({ app, logger, router, rewriteUrl, frameworkError })
  const boot = createBoot(tree, options.pluginTimeout, () => {
    table.compile(tree, context)
    answerFrameworkError = compileFrameworkError(tree.root, context, options.frameworkErrors)
  })
  const core = { app, options, tree, boot, router, logger, listener, closing, trace: table.trace }
  addAppMembers(core, context.defaultErrorHandler)
  // Cloudflare Workers forbid publishing while a module loads, and a module may make an app at that time. So nothing is published without
  // subscribers.
  if (diagnostics.hasSubscribers(initialization)) diagnostics.channel(initialization).publish({ fastify: app })
  return core
}
