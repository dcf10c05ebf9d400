/**
 * One route as it was declared, and the verbs that declare it.
 *
 * `options` is the live object that `onRoute` hooks receive and may change; nothing is compiled from it before the tree is closed.
 */
import { errors } from '../error/error.ts'
import { tell } from '../error/tell.ts'
import type { AppObject, UserFunction } from './app-object.ts'
import { type Endpoint, isEndpoint, toRouteOptions } from './endpoint.ts'
import { guardOpen } from './freeze.ts'
import { checkHook, requestHookNames } from './hook.ts'
import { hooksSeenBy } from './inherit.ts'
import { isSupported, type Methods, supportedMethods } from './method.ts'
import { type ContextNode, nodeOf } from './node.ts'

/** Route options as the house reads them; keys it does not know stay on the object for the plugins that do. */
export interface RouteOptions {
  method: string | string[]
  url: string
  path: string
  routePath: string
  prefix: string
  handler: UserFunction
  schema?: unknown
  attachValidation?: boolean
  bodyLimit?: number
  handlerTimeout?: number
  config?: Record<string, unknown>
  constraints?: Record<string, unknown>
  errorHandler?: UserFunction
  childLoggerFactory?: UserFunction
  validatorCompiler?: UserFunction
  serializerCompiler?: UserFunction
  schemaErrorFormatter?: UserFunction
  exposeHeadRoute?: boolean
  prefixTrailingSlash?: 'both' | 'slash' | 'no-slash'
  logLevel?: string
  logSerializers?: Record<string, unknown>
  [key: string]: unknown
}

export interface RouteDeclaration {
  readonly node: ContextNode
  readonly options: RouteOptions
  readonly methods: readonly string[]
  readonly url: string
  /** What handlers read as `request.routeOptions.config`: the user's, with `url` and `method`. */
  readonly config: Record<string, unknown>
  readonly constraints: Record<string, unknown>
  readonly exposeHeadRoute: boolean
  /** True for the HEAD sibling that a GET route gets by itself. */
  readonly isSibling: boolean
}

/** What declaring a route needs of the app around the tree. */
export interface RouteContext {
  readonly methods: Methods
  readonly exposeHeadRoutes: boolean
  readonly ignoreTrailingSlash: boolean
  readonly ignoreDuplicateSlashes: boolean
  readonly checkLogLevel: (level: string, method: string, url: string) => void
  readonly hasRoute: (method: string, url: string, constraints: Record<string, unknown>) => boolean
}

type GivenOptions = Partial<RouteOptions> & Record<string, unknown>

function toMethod(methods: Methods, given: unknown): string {
  if (typeof given !== 'string') throw new errors.FST_ERR_ROUTE_METHOD_INVALID()
  const method = given.toUpperCase()
  if (!isSupported(methods, method)) throw new errors.FST_ERR_ROUTE_METHOD_NOT_SUPPORTED(method)
  return method
}

function isPositiveInteger(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0
}

function checkOptions(methods: Methods, given: GivenOptions, path: string): string[] {
  if (!given.handler) throw new errors.FST_ERR_ROUTE_MISSING_HANDLER(String(given.method), path)
  for (const fn of [given.errorHandler]) {
    if (fn !== undefined && typeof fn !== 'function')
      throw new errors.FST_ERR_ROUTE_HANDLER_NOT_FN(String(given.method), path)
  }
  if (given.bodyLimit !== undefined && !isPositiveInteger(given.bodyLimit)) {
    throw new errors.FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT(String(given.bodyLimit))
  }
  if (given.handlerTimeout !== undefined && !isPositiveInteger(given.handlerTimeout)) {
    throw new errors.FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT(String(given.handlerTimeout))
  }
  const list = (Array.isArray(given.method) ? given.method : [given.method]).map((method) => toMethod(methods, method))
  const schema = given.schema as { body?: unknown } | undefined
  for (const method of list) {
    if (methods.bodyless.has(method) && schema?.body) {
      throw new errors.FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED(method, path)
    }
  }
  return list
}

function checkRouteHooks(options: RouteOptions): void {
  for (const name of requestHookNames) {
    const given = options[name]
    if (given === undefined) continue
    for (const fn of Array.isArray(given) ? given : [given]) checkHook(name, fn)
  }
}

/** The paths under a prefix at which a route answers; the second of a pair repeats the first with a trailing slash. */
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

function inheritSerializers(
  node: ContextNode,
  own: Record<string, unknown> | undefined
): Record<string, unknown> | undefined {
  if (node.logSerializers === null && own === undefined) return undefined
  return Object.assign(Object.create(node.logSerializers), own)
}

/** Completes the options for one path: what `onRoute` hooks are shown. */
function complete(node: ContextNode, options: RouteOptions, path: string, context: RouteContext): void {
  options.url = node.prefix + path
  options.path = options.url
  options.routePath = path
  options.prefix = node.prefix
  options.logLevel = options.logLevel || node.logLevel
  if (options.logLevel) context.checkLogLevel(options.logLevel, String(options.method), options.url)
  const serializers = inheritSerializers(node, options.logSerializers)
  if (serializers !== undefined) options.logSerializers = serializers
  options.attachValidation ??= false
}

function headSiblingOf(given: GivenOptions, path: string): GivenOptions {
  const onSend = ([given.onSend ?? []] as unknown[]).flat().concat(headRouteOnSendHandler)
  return { ...given, method: 'HEAD', url: path, path, onSend }
}

interface HeadReply {
  header(name: string, value: string): void
  log: { error(details: object, message: string): void }
}

/** Ends the `onSend` hooks of a HEAD sibling: the answer keeps the length of the body that it does not send. */
function headRouteOnSendHandler(
  _request: unknown,
  reply: HeadReply,
  payload: unknown,
  done: (error: Error | null, payload: null) => void
): void {
  const report = (error: unknown) => tell(reply.log, 'error', { err: error }, 'Error on Stream found for HEAD route')
  const stream = payload as (NodeJS.ReadableStream & ReadableStream) | null | undefined
  if (payload === undefined) reply.header('content-length', '0')
  else if (typeof payload === 'string' || payload instanceof Uint8Array) {
    reply.header('content-length', String(Buffer.byteLength(payload)))
  } else if (typeof stream?.resume === 'function') stream.on('error', report).resume()
  else if (typeof stream?.getReader === 'function') stream.cancel('Stream cancelled by HEAD route').catch(report)
  done(null, null)
}

const unconstrained = Object.freeze({})

function declareAt(
  node: ContextNode,
  options: RouteOptions,
  methods: string[],
  at: { path: string; isVariant: boolean; isSibling: boolean },
  context: RouteContext
): void {
  complete(node, options, at.path, context)
  if (!at.isVariant) for (const hook of hooksSeenBy(node, 'onRoute')) hook.fn.call(node.app, options as never)
  checkRouteHooks(options)
  node.tree.onRoute({
    node,
    options,
    methods,
    url: options.url,
    config: { ...options.config, url: at.isVariant ? node.prefix : options.url, method: options.method },
    constraints: options.constraints ?? unconstrained,
    exposeHeadRoute: options.exposeHeadRoute ?? context.exposeHeadRoutes,
    isSibling: at.isSibling
  })
}

/** Declares a route in a context; a GET route brings its HEAD sibling. */
function declareRoute(node: ContextNode, given: GivenOptions, context: RouteContext, isSibling = false): void {
  const path = given.url || given.path || ''
  if (typeof path !== 'string') throw new errors.FST_ERR_INVALID_URL(typeof path)
  const methods = checkOptions(context.methods, given, path)
  const options = { ...given, method: Array.isArray(given.method) ? methods : methods[0] } as RouteOptions
  const withHead =
    (given.exposeHeadRoute ?? context.exposeHeadRoutes) && methods.includes('GET') && !methods.includes('HEAD')
  const paths = pathsUnder(node.prefix, path, given, methods, context)
  paths.forEach((at, index) => {
    const headExists = withHead && context.hasRoute('HEAD', node.prefix + at, options.constraints ?? {})
    // Both paths share one object: whoever kept it from an `onRoute` hook reads the last path, as API descriptions expect.
    declareAt(node, options, methods, { path: at, isVariant: index === 1, isSibling }, context)
    if (withHead && !headExists) declareRoute(node, headSiblingOf(given, at), context, true)
  })
}

/** Makes the shortcut of one method: `(path, handler)` or `(path, options, handler)`. */
export function routeVerb(method: string | (() => string[])) {
  return function shortcut(this: AppObject, url: unknown, given?: unknown, last?: unknown) {
    const declared = typeof method === 'function' ? method() : method
    const where = [String(declared), String(url)] as const
    if (typeof url !== 'string') throw new errors.FST_ERR_INVALID_URL(typeof url)
    if (last === undefined && typeof given === 'function')
      return (this.route as UserFunction).call(this, { method: declared, url, path: url, handler: given } as never)
    const options = (given ?? {}) as GivenOptions
    if (last !== undefined && typeof last === 'function') {
      if (Object.prototype.toString.call(given) !== '[object Object]')
        throw new errors.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(...where)
      if (typeof options.handler === 'function') throw new errors.FST_ERR_ROUTE_DUPLICATED_HANDLER(...where)
      if (options.handler) throw new errors.FST_ERR_ROUTE_HANDLER_NOT_FN(...where)
    }
    return (this.route as UserFunction).call(this, {
      ...options,
      method: declared,
      url,
      path: url,
      handler: last || options.handler
    } as never)
  }
}

export function createRouteVerbs(context: RouteContext) {
  return {
    route(this: AppObject, given: GivenOptions | Endpoint, handler?: UserFunction) {
      guardOpen(this, 'Cannot add route!')
      const options = isEndpoint(given) ? toRouteOptions(given, handler as UserFunction) : (given as GivenOptions)
      declareRoute(nodeOf(this), options, context)
      return this
    },
    get: routeVerb('GET'),
    post: routeVerb('POST'),
    put: routeVerb('PUT'),
    delete: routeVerb('DELETE'),
    patch: routeVerb('PATCH'),
    head: routeVerb('HEAD'),
    options: routeVerb('OPTIONS'),
    trace: routeVerb('TRACE'),
    query: routeVerb('QUERY'),
    all: routeVerb(() => supportedMethods(context.methods))
  }
}
