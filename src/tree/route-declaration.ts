/**
 * The declaration of a route. `options` is the object that `onRoute` hooks receive and may change. Routes are compiled once all plugins have
 * loaded.
 */
import type { LogSerializers } from '../../types/logger.ts'
import { checkArgument } from '../error/argument.ts'
import { errors } from '../error/error.ts'
import { prependFrame } from '../error/place.ts'
import type { Callable, UserFunction } from '../user-function.ts'
import { runDeclarationHook, runDeclarationHooks } from './declaration-hook.ts'
import { headSiblingOf } from './head-sibling.ts'
import { checkHooks, type HookDeclaration } from './hook.ts'
import { isSupported, type Methods } from './method.ts'
import { type Moment, momentOf } from './moment.ts'
import { type ContextNode, pluginOf } from './node.ts'
import type { Origin } from './origin.ts'
import { nextPosition } from './position.ts'
import { addAttachedSchemas } from './schema-bucket.ts'

/** The options of a route that espalier reads, without hooks. */
export interface OwnRouteOptions {
  method: string | string[]
  url: string
  path: string
  handler: Callable
  schema?: unknown
  attachValidation?: boolean
  bodyLimit?: number
  emptyBody?: 'none' | 'parse'
  handlerTimeout?: number | false
  answerTimeout?: number | false
  config?: Record<string, unknown>
  constraints?: Record<string, unknown>
  errorHandler?: Callable
  childLoggerFactory?: Callable
  validatorCompiler?: UserFunction
  serializerCompiler?: UserFunction
  schemaErrorFormatter?: Callable
  exposeHeadRoute?: boolean
  prefixTrailingSlash?: 'both' | 'slash' | 'no-slash'
  logLevel?: string
  logSerializers?: LogSerializers
}

/** Whether `request.routeOptions` shows an option. `test/tree/route-declaration/completeness.test.ts` compares the rows with types and docs. */
export const ownRouteOptions = {
  ...{ method: 'shown', url: 'shown', path: 'hidden', handler: 'shown', schema: 'shown', attachValidation: 'shown' },
  ...{
    bodyLimit: 'shown',
    emptyBody: 'hidden',
    handlerTimeout: 'shown',
    answerTimeout: 'hidden',
    config: 'shown',
    constraints: 'hidden'
  },
  ...{
    errorHandler: 'hidden',
    childLoggerFactory: 'hidden',
    validatorCompiler: 'hidden',
    serializerCompiler: 'hidden'
  },
  ...{ schemaErrorFormatter: 'hidden', exposeHeadRoute: 'shown', prefixTrailingSlash: 'shown', logLevel: 'shown' },
  ...{ logSerializers: 'hidden' }
} as const satisfies Record<keyof OwnRouteOptions, 'shown' | 'hidden'>

/** The members of `request.routeOptions`. */
export type ShownRoute = Record<
  | 'version'
  | { [K in keyof OwnRouteOptions]-?: (typeof ownRouteOptions)[K] extends 'shown' ? K : never }[keyof OwnRouteOptions],
  unknown
>

/** All options of a route. Unknown ones are kept for the plugins that read them. */
export interface RouteOptions extends OwnRouteOptions {
  routePath: string
  prefix: string
  [key: string]: unknown
}

export interface RouteDeclaration {
  readonly node: ContextNode
  readonly options: RouteOptions
  readonly methods: readonly string[]
  readonly url: string
  /** The value of `request.routeOptions.config`: the application's object, with `url` and `method`. */
  readonly config: Record<string, unknown>
  readonly constraints: Record<string, unknown>
  readonly exposeHeadRoute: boolean
  /** True for the HEAD route that is generated for a GET route. */
  readonly isSibling: boolean
  readonly moment: Moment
  readonly origin: Origin
}

export interface RouteContext {
  readonly methods: Methods
  readonly exposeHeadRoutes: boolean
  /** Whether a route may disable `handlerTimeout`, by 0 or `false`. */
  readonly allowsNoTimeout: boolean
  readonly ignoreTrailingSlash: boolean
  readonly ignoreDuplicateSlashes: boolean
  readonly checkLogLevel: (level: string, method: string, url: string) => void
  readonly hasRoute: (method: string, url: string, constraints: Record<string, unknown>) => boolean
}

export type GivenOptions = Partial<RouteOptions> & Record<string, unknown>

function toMethod(methods: Methods, given: unknown): string {
  if (typeof given !== 'string') throw new errors.FST_ERR_ROUTE_METHOD_INVALID()
  const method = given.toUpperCase()
  if (!isSupported(methods, method)) throw new errors.FST_ERR_ROUTE_METHOD_NOT_SUPPORTED(method)
  return method
}

function isPositiveInteger(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0
}

function checkTimes({ answerTimeout, handlerTimeout, method }: GivenOptions, path: string, allowsNone: boolean): void {
  const isTime = (value: unknown) => value === undefined || isPositiveInteger(value)
  const isNone = (value: unknown) => value === 0 || value === false
  if (!isTime(handlerTimeout) && !(allowsNone && isNone(handlerTimeout)))
    throw new errors.FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT(String(handlerTimeout))
  const isValid = isTime(answerTimeout) || isNone(answerTimeout)
  const expected = 'a whole number of milliseconds, or false for no limit'
  checkArgument(isValid, `The option 'answerTimeout' of the route ${method} ${path}`, expected, answerTimeout)
}

function checkOptions({ methods, allowsNoTimeout }: RouteContext, given: GivenOptions, path: string): string[] {
  if (typeof given.handler !== 'function') throw new errors.FST_ERR_ROUTE_MISSING_HANDLER(String(given.method), path)
  if (given.errorHandler !== undefined && typeof given.errorHandler !== 'function') {
    throw new errors.FST_ERR_ROUTE_HANDLER_NOT_FN(String(given.method), path)
  }
  if (given.bodyLimit !== undefined && !isPositiveInteger(given.bodyLimit)) {
    throw new errors.FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT(String(given.bodyLimit))
  }
  checkTimes(given, path, allowsNoTimeout)
  const { emptyBody } = given
  const isValid = emptyBody === undefined || emptyBody === 'none' || emptyBody === 'parse'
  checkArgument(isValid, `The option 'emptyBody' of the route ${given.method} ${path}`, "'none' or 'parse'", emptyBody)
  const list = (Array.isArray(given.method) ? given.method : [given.method]).map((method) => toMethod(methods, method))
  const schema = given.schema as { body?: unknown } | undefined
  for (const method of list) {
    if (methods.bodyless.has(method) && schema?.body) {
      throw new errors.FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED(method, path)
    }
  }
  return list
}

/** If there are two paths, the second one has the trailing slash. */
function pathsUnder(
  prefix: string,
  path: string,
  given: GivenOptions,
  methods: string[],
  context: RouteContext
): string[] {
  if (path === '/' && prefix.length > 0 && !(methods.length === 1 && methods[0] === 'HEAD')) {
    if (given.prefixTrailingSlash === 'slash') return ['/']
    if (given.prefixTrailingSlash === 'no-slash') return ['']
    const once = context.ignoreTrailingSlash || (context.ignoreDuplicateSlashes && prefix.endsWith('/'))
    return once ? [''] : ['', '/']
  }
  return [path[0] === '/' && prefix.endsWith('/') ? path.slice(1) : path]
}

function complete(node: ContextNode, options: RouteOptions, path: string, context: RouteContext): void {
  options.url = node.prefix + path
  options.path = options.url
  options.routePath = path
  options.prefix = node.prefix
  options.logLevel = options.logLevel || node.logLevel
  if (options.logLevel) context.checkLogLevel(options.logLevel, String(options.method), options.url)
  if (node.logSerializers !== null || options.logSerializers !== undefined)
    options.logSerializers = Object.assign(Object.create(node.logSerializers), options.logSerializers)
  options.attachValidation ??= false
}

const unconstrained = Object.freeze({})

function declareAt(
  node: ContextNode,
  options: RouteOptions,
  methods: string[],
  at: Declarer & { path: string; isVariant: boolean },
  context: RouteContext
): void {
  complete(node, options, at.path, context)
  if (!at.isVariant) runDeclarationHooks(node, 'onRoute', options)
  checkHooks(options)
  const declaration = {
    node,
    options,
    methods,
    url: options.url,
    config: { ...options.config, url: at.isVariant ? node.prefix : options.url, method: options.method },
    constraints: options.constraints || unconstrained,
    exposeHeadRoute: options.exposeHeadRoute ?? context.exposeHeadRoutes,
    isSibling: at.isSibling,
    moment: momentOf(node),
    origin: at.origin
  }
  if (!at.isVariant) recordRoute(declaration)
  node.tree.onRoute(declaration)
}

/** The router finds a route by these options, so a hook cannot change them after the route was added. */
const fixedOptions = ['method', 'url', 'constraints'] as const

function recordRoute({ node, options, config, origin }: RouteDeclaration): void {
  const { url, method } = config
  const callHook = (hook: HookDeclaration) => {
    const before = { ...options }
    try {
      runDeclarationHook(hook, node, options)
      checkHooks(options)
      const changed = fixedOptions.find((name) => options[name] !== before[name])
      if (changed !== undefined)
        throw new errors.ESP_ERR_ROUTE_CHANGED_TOO_LATE(pluginOf(hook.node), changed, String(before.method), before.url)
    } catch (error) {
      throw prependFrame(origin.place, error)
    }
    Object.assign(config, { ...options.config, url, method })
  }
  node.tree.routes.push({ node, position: nextPosition(node), callHook })
}

interface Declarer {
  readonly isSibling: boolean
  readonly origin: Origin
}

export function declareRoute(node: ContextNode, given: GivenOptions, context: RouteContext, cause: Declarer): void {
  const path = given.url || given.path || ''
  if (typeof path !== 'string') throw new errors.FST_ERR_INVALID_URL(typeof path)
  const methods = checkOptions(context, given, path)
  addAttachedSchemas(node, given.schema)
  const options = { ...given, method: Array.isArray(given.method) ? methods : methods[0] } as RouteOptions
  const withHead =
    (given.exposeHeadRoute ?? context.exposeHeadRoutes) && methods.includes('GET') && !methods.includes('HEAD')
  const paths = pathsUnder(node.prefix, path, given, methods, context)
  paths.forEach((at, index) => {
    const headExists = withHead && context.hasRoute('HEAD', node.prefix + at, options.constraints || {})
    // Both paths share one options object, whose `path` changes. The order matters, because plugins for API descriptions store the object and later
    // read the second path.
    declareAt(node, options, methods, { path: at, isVariant: index === 1, ...cause }, context)
    if (withHead && !headExists) declareRoute(node, headSiblingOf(given, at), context, { ...cause, isSibling: true })
  })
}
