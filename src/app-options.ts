/** Validates the options of an app, adds the defaults, and derives `initialConfig` from them. */
import { inspect } from 'node:util'
import type { PoisoningAction, ServerOptions } from '../types/options.ts'
import { errors } from './error/error.ts'
import { createSpellingCheck } from './error/misspelt-option.ts'
import { warn } from './error/warning.ts'
import { toRequestIdHeader } from './http/request.ts'
import type { AppRouterOptions } from './plan/router.ts'
import { type Policy, toPolicy } from './policy.ts'

interface Accepted {
  integer: number
  boolean: boolean
  poison: PoisoningAction
  exchange: 'auto' | 'stock'
  emptyBody: 'none' | 'parse'
  string: string
  'string or boolean': string | boolean
  'boolean or function': boolean | ((request: unknown) => boolean)
}

interface Kind {
  readonly accepts: (value: unknown) => boolean
  readonly name: string
}

const poison: ReadonlySet<unknown> = new Set(['error', 'remove', 'ignore'])
const exchanges: ReadonlySet<unknown> = new Set(['auto', 'stock'])
const emptyBodies: ReadonlySet<unknown> = new Set(['none', 'parse'])
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isString = (value: unknown) => typeof value === 'string'

const kinds = {
  integer: { accepts: Number.isInteger, name: 'an integer' },
  boolean: { accepts: isBoolean, name: 'true or false' },
  poison: { accepts: (value) => poison.has(value), name: "'error', 'remove' or 'ignore'" },
  exchange: { accepts: (value) => exchanges.has(value), name: "'auto' or 'stock'" },
  emptyBody: { accepts: (value) => emptyBodies.has(value), name: "'none' or 'parse'" },
  string: { accepts: isString, name: 'a string' },
  'string or boolean': { accepts: (value) => isString(value) || isBoolean(value), name: 'a string, true or false' },
  'boolean or function': {
    accepts: (value) => isBoolean(value) || typeof value === 'function',
    name: 'true, false or a function'
  }
} as const satisfies Record<keyof Accepted, Kind>

interface Row {
  readonly kind: keyof Accepted
  readonly default: unknown
  /** Whether the default of this time limit becomes 0 under `compat: 'fastify'`. */
  readonly bounds?: true
}

/** Scalar options with their kind and default; times are in milliseconds, sizes in bytes. */
const scalars = {
  connectionTimeout: { kind: 'integer', default: 0 },
  keepAliveTimeout: { kind: 'integer', default: 72_000 },
  maxRequestsPerSocket: { kind: 'integer', default: 0 },
  // The usual limit of concurrent HTTP/2 streams in proxies, and more than any pipelining client needs.
  maxRequestsInFlight: { kind: 'integer', default: 100 },
  requestTimeout: { kind: 'integer', default: 300_000, bounds: true },
  // Longer than the minute that proxies commonly wait, so that a proxy gives up before this limit expires.
  handlerTimeout: { kind: 'integer', default: 120_000, bounds: true },
  answerTimeout: { kind: 'integer', default: 0 },
  closeTimeout: { kind: 'integer', default: 10_000, bounds: true },
  bodyLimit: { kind: 'integer', default: 1_048_576 },
  disableRequestLogging: { kind: 'boolean or function', default: false },
  onProtoPoisoning: { kind: 'poison', default: 'error' },
  onConstructorPoisoning: { kind: 'poison', default: 'error' },
  pluginTimeout: { kind: 'integer', default: 10_000 },
  requestIdHeader: { kind: 'string or boolean', default: false },
  requestIdLogLabel: { kind: 'string', default: 'reqId' },
  http2: { kind: 'boolean', default: false },
  http2SessionTimeout: { kind: 'integer', default: 72_000 },
  exposeHeadRoutes: { kind: 'boolean', default: true },
  return503OnClosing: { kind: 'boolean', default: true },
  allowErrorHandlerOverride: { kind: 'boolean', default: true }
} as const satisfies Record<string, Row>

const routerScalars = {
  caseSensitive: { kind: 'boolean', default: true },
  ignoreTrailingSlash: { kind: 'boolean', default: false },
  ignoreDuplicateSlashes: { kind: 'boolean', default: false },
  maxParamLength: { kind: 'integer', default: 100 },
  allowUnsafeRegex: { kind: 'boolean', default: false },
  useSemicolonDelimiter: { kind: 'boolean', default: false }
} as const satisfies Record<string, Row>

const routerFunctions = [
  'querystringParser',
  'constraints',
  'defaultRoute',
  'onBadUrl',
  'onMaxParamLength',
  'buildPrettyMeta'
] as const

type RouterName = keyof typeof routerScalars | (typeof routerFunctions)[number]

/**
 * The options that are not scalar. `true` means that every falsy value counts as absent, as in `https: isSecure && keys`. `false` means that the
 * value `false` is valid.
 */
const others: Record<Exclude<keyof ServerOptions, keyof typeof scalars | RouterName>, boolean> = {
  ...{ http: true, https: true, serverFactory: true, loggerInstance: true, logController: true, genReqId: true },
  ...{ childLoggerFactory: true, ajv: true, serializerOpts: true, schemaController: true, schemaErrorFormatter: true },
  ...{ compiled: true, frameworkErrors: true, clientErrorHandler: true, routerOptions: true, rewriteUrl: true },
  ...{ logger: false, trustProxy: false, forceCloseConnections: false, exchange: false, compile: false },
  ...{ strictResponses: false, exposeErrors: false, compat: false, emptyBody: false, lateSettings: false }
}

const routerNames = [...Object.keys(routerScalars), ...routerFunctions]
const checkSpelling = createSpellingCheck([...Object.keys(scalars), ...Object.keys(others), ...routerNames])
const checkRouterSpelling = createSpellingCheck([...routerNames, 'compile'])

type Completed<Rows extends Record<string, Row>> = { [Name in keyof Rows]: Accepted[Rows[Name]['kind']] }

export interface AppOptions
  extends Omit<ServerOptions, keyof typeof scalars>,
    Readonly<Omit<Completed<typeof scalars>, 'requestIdHeader'>> {
  /** The `handlerTimeout` that the application set, otherwise 0. The default is in `defaultTimeout`. */
  readonly handlerTimeout: number
  readonly defaultTimeout: number
  readonly requestIdHeader: string | false
  readonly policy: Policy
  readonly router: AppRouterOptions & Completed<typeof routerScalars>
  readonly initialConfig: Readonly<Record<string, unknown>>
}

/** Options as the application wrote them. They are not checked yet, so a value may have another type. */
type Given = ServerOptions & Record<string, unknown>

function check(name: string, { kind }: Row, value: unknown): void {
  const { accepts, name: accepted } = kinds[kind]
  if (value === undefined || value === null || accepts(value)) return
  throw new errors.FST_ERR_INIT_OPTS_INVALID(`${name} must be ${accepted}, not ${inspect(value, { depth: 0 })}`)
}

/**
 * Numbers often come from environment variables, so text becomes a number. Empty text, as of an unset variable, is refused. For other kinds, a falsy
 * value counts as `false` if the option takes `false`, otherwise as absent.
 */
function toScalar({ kind }: Row, value: unknown): unknown {
  if (kind === 'integer') {
    if (value === false) return 0
    return typeof value !== 'string' || value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)
  }
  const { accepts } = kinds[kind]
  if (value || (value ?? null) === null || accepts(value)) return value
  return accepts(false) ? false : undefined
}

function complete<Rows extends Record<string, Row>>(
  rows: Rows,
  given: Record<string, unknown>,
  { boundsTime }: Policy
): Completed<Rows> {
  const completed = Object.entries(rows).map(([name, row]) => {
    const value = toScalar(row, given[name])
    check(name, row, value)
    return [name, value ?? (row.bounds && !boundsTime ? 0 : row.default)]
  })
  return Object.fromEntries(completed)
}

/** Router options may be in `routerOptions` or, deprecated, at the top level. */
function toRouterOptions(given: Given, policy: Policy): AppOptions['router'] {
  const nested = (given.routerOptions ?? {}) as Record<string, unknown>
  checkRouterSpelling(nested, () => "'routerOptions'")
  for (const name of routerNames) {
    if (given[name] !== undefined) warn('FSTDEP022', name)
  }
  const pick = (name: string) => nested[name] ?? given[name]
  const functions = routerFunctions.map((name) => [name, pick(name)] as const).filter(([, value]) => value)
  const parser = pick('querystringParser')
  if (parser && typeof parser !== 'function') throw new errors.FST_ERR_QSP_NOT_FN(typeof parser)
  check('routerOptions.compile', { kind: 'boolean', default: false }, nested.compile)
  return {
    ...complete(routerScalars, { ...given, ...nested }, policy),
    ...Object.fromEntries(functions),
    ...(nested.compile === true && { compile: true })
  }
}

function checkAjv({ customOptions, plugins }: { customOptions?: unknown; plugins?: unknown }): void {
  if (customOptions !== undefined && Object.prototype.toString.call(customOptions) !== '[object Object]') {
    throw new errors.FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ(typeof customOptions)
  }
  if (plugins !== undefined && !Array.isArray(plugins))
    throw new errors.FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR(typeof plugins)
}

/** As in Fastify, `http2` is present only if the application gave this option. */
function toInitialConfig(given: Given, completed: object, router: AppOptions['router']) {
  const routerShown = Object.fromEntries(Object.entries(router).filter(([name]) => Object.hasOwn(routerScalars, name)))
  const { https } = given
  const allowHTTP1 = (https as { allowHTTP1?: boolean } | undefined)?.allowHTTP1
  const httpsShown = allowHTTP1 === undefined ? true : Object.freeze({ allowHTTP1 })
  const routerOptions = Object.freeze({ ...routerShown, ...given.routerOptions })
  const { http2, ...shown } = completed as { http2: boolean }
  return Object.freeze({
    ...shown,
    ...(given.http2 !== undefined && { http2 }),
    ...(given.forceCloseConnections !== undefined && { forceCloseConnections: given.forceCloseConnections }),
    ...(https ? { https: httpsShown } : {}),
    ...routerShown,
    ...(given.routerOptions ? { routerOptions } : {})
  })
}

/** The environment variable `ESPALIER_EXCHANGE=stock` overrides the option for all apps. */
function toExchange({ exchange }: Given): 'auto' | 'stock' {
  const row: Row = { kind: 'exchange', default: 'auto' }
  const forced = process.env.ESPALIER_EXCHANGE
  check('exchange', row, exchange)
  check('ESPALIER_EXCHANGE', row, forced || undefined)
  return forced === 'stock' ? forced : (exchange ?? 'auto')
}

function copyGiven(given: unknown): Given {
  if (given && typeof given !== 'object') throw new errors.FST_ERR_OPTIONS_NOT_OBJ()
  const entries = Object.entries(given || {})
  return Object.fromEntries(entries.filter(([name, value]) => value || !(others as Record<string, boolean>)[name]))
}

/** @throws FST_ERR_OPTIONS_NOT_OBJ, FST_ERR_INIT_OPTS_INVALID, FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT, FST_ERR_QSP_NOT_FN, FST_ERR_AJV_* */
export function toAppOptions(given: unknown): AppOptions {
  const options = copyGiven(given)
  checkSpelling(options, () => 'espalier()')
  // For Node a `keepAliveTimeout` of 0 is no limit, and idle connections would stay open forever. Here 0 means the default.
  if (options.keepAliveTimeout === 0) delete options.keepAliveTimeout
  const policy = toPolicy(options)
  const completed = complete(scalars, options, policy)
  const { bodyLimit } = completed
  if (bodyLimit <= 0) throw new errors.FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT(String(bodyLimit))
  const requestIdHeader = toRequestIdHeader(completed.requestIdHeader)
  checkAjv(options.ajv ?? {})
  check('lateSettings', { kind: 'boolean', default: false }, options.lateSettings)
  check('emptyBody', { kind: 'emptyBody', default: 'parse' }, options.emptyBody)
  if (options.disableRequestLogging !== undefined) warn('FSTDEP023')
  if (options.requestIdLogLabel !== undefined) warn('FSTDEP024')
  const router = toRouterOptions(options, policy)
  const { closeTimeout, answerTimeout, ...shown } = completed
  const own = Object.entries({ closeTimeout, answerTimeout }).filter(([, time]) => policy.showsOwnOptions || time !== 0)
  const isBoundGiven = (options.handlerTimeout ?? null) !== null
  return {
    ...options,
    ...completed,
    exchange: toExchange(options),
    policy,
    requestIdHeader,
    handlerTimeout: isBoundGiven ? completed.handlerTimeout : 0,
    defaultTimeout: isBoundGiven ? 0 : completed.handlerTimeout,
    router,
    // Migrated code may compare `initialConfig` as a whole. Fastify lacks these two options, so 0 is left out under `compat: 'fastify'`.
    initialConfig: toInitialConfig(options, { ...shown, ...Object.fromEntries(own), requestIdHeader }, router)
  }
}
