/**
 * The default validator: JSON Schema draft 7 (or JTD) to functions that check, coerce and fill in defaults. The only importer
 * of Ajv and its formats.
 *
 * Beside Ajv's own rules it keeps three laws. Numbers are finite: Ajv coerces "1e999" to Infinity and then skips the bounds.
 * Only own properties count: `required: ['constructor']` is not met by `Object.prototype`. Cost is no client's choice:
 * `uniqueItems` and the format `url` take linear time, patterns that can take exponential time do not compile.
 *
 * Compiling is the larger part of starting an app, so nothing is compiled twice: instances are shared by all contexts that see
 * the same shared schemas, equal schemas share one function, and a schema that is nothing but a `$ref` is its target's function.
 */
import { _, Ajv, type AnySchema, type CodeKeywordDefinition, type Options, str } from 'ajv'
import { Ajv as AjvJtd, type JTDOptions } from 'ajv/dist/jtd.js'
import formats from 'ajv-formats'
import { errors } from '../error/error.ts'
import { findDuplicate } from './duplicate-items.ts'
import { fingerprintOf } from './fingerprint.ts'
import { lowerCaseHeaderNames } from './header-names.ts'
import { isExponential } from './pattern-safety.ts'
import { isPlainObject } from './plain-object.ts'
import { idOf, referencesOf } from './reference.ts'
import { remember } from './remember.ts'
import type { HttpPart } from './route-schema.ts'

/** A plugin of Ajv, alone or with its options. */
export type AjvPlugin = AjvPluginFunction | readonly [AjvPluginFunction, unknown?]
type AjvPluginFunction = (ajv: never, options?: never) => unknown

/** How the default validator is set up: the `ajv` option of an app. */
export interface ValidatorOptions {
  /** Options of Ajv, laid over the baseline. */
  readonly customOptions?: Options
  readonly plugins?: readonly AjvPlugin[]
  readonly mode?: 'JTD'
  /** Called with each Ajv instance after its plugins. */
  readonly onCreate?: (ajv: Ajv) => void
  /** `'fastify'` gives up finite numbers, own properties, linear `uniqueItems` and the refusal of exponential patterns. */
  readonly compat?: 'fastify'
}

/** What a validator compiler is told about the schema it compiles. */
export interface ValidatorRequest {
  readonly schema: unknown
  readonly method: string
  readonly url: string
  readonly httpPart: HttpPart
  /** The media type, where a body has one schema for each. */
  readonly contentType?: string
}

/** Answers `true` or `false` with `errors` set, `{ value }`, `{ error }`, or a promise whose `false` or rejection is a failure. */
export interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
  schemaEnv?: unknown
}

export type ValidatorCompiler = (request: ValidatorRequest) => Validate

type Schemas = Readonly<Record<string, unknown>>

const pools = new WeakMap<ValidatorOptions, Map<string, ValidatorCompiler>>()
const defaults: ValidatorOptions = {}

/**
 * Makes the default validator compiler for contexts that see `sharedSchemas`. Ajv is set up at the first schema; contexts with
 * the same shared schemas and the same options object get the same compiler.
 */
export function buildValidator(sharedSchemas: Schemas = {}, options: ValidatorOptions = defaults): ValidatorCompiler {
  const pool = remember(pools, options, () => new Map<string, ValidatorCompiler>())
  const key = Object.values(sharedSchemas).map(identityOf).join()
  return remember(pool, key, () => createCompiler(sharedSchemas, options))
}

const identities = new WeakMap<object, number>()
let identityCount = 0

function identityOf(schema: unknown): number {
  return remember(identities, schema as object, () => ++identityCount)
}

function createCompiler(sharedSchemas: Schemas, options: ValidatorOptions): ValidatorCompiler {
  const shared = Object.values(sharedSchemas)
  const engines = new Map<string, Engine>()
  let sharedMayNameInherited: boolean | undefined

  return ({ schema, method, url, httpPart }) => {
    const forHeaders = httpPart === 'headers' && isPlainObject(schema)
    const written = forHeaders ? lowerCaseHeaderNames(schema) : schema
    const fingerprint = fingerprintOf(written)
    sharedMayNameInherited ??= shared.some((one) => mayNameInherited(fingerprintOf(one)))
    // Shared schemas serve every part, so a headers schema that refers to one gets copies with lower-cased names.
    const lowerCased = forHeaders && usesShared(schema, sharedSchemas)
    const ownProperties = sharedMayNameInherited || mayNameInherited(fingerprint)

    const engine = remember(engines, `${lowerCased} ${ownProperties}`, () =>
      createEngine(lowerCased ? shared.map(lowerCaseHeaderNames) : shared, { ...options, ownProperties })
    )
    try {
      return engine(written, fingerprint)
    } catch (error) {
      if (!(error instanceof ExponentialPattern)) throw error
      const fix = 'Rewrite its repetitions so that every text can be read in one way only.'
      throw new errors.ESP_ERR_SCH_UNSAFE(method, url, `the pattern ${error.message}`, fix)
    }
  }
}

function usesShared(schema: Record<string, unknown>, sharedSchemas: Schemas): boolean {
  if (typeof schema.$id === 'string' && Object.hasOwn(sharedSchemas, schema.$id)) return true
  return [...referencesOf(schema)].some((reference) => idOf(reference) !== '')
}

const inheritedNames = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})"`)

/** Checking that properties are own ones takes nearly as long as the rest of a validation, and matters for a dozen names. */
function mayNameInherited(fingerprint: string | undefined): boolean {
  return fingerprint === undefined || inheritedNames.test(fingerprint)
}

type Engine = (schema: unknown, fingerprint: string | undefined) => Validate
type EngineOptions = ValidatorOptions & { readonly ownProperties: boolean }

/** One Ajv instance and what it has compiled. */
function createEngine(sharedSchemas: unknown[], options: EngineOptions): Engine {
  const ajv = createAjv(sharedSchemas, options)
  const compiled = new Map<string, Validate>()
  return (schema, fingerprint) => {
    const known = findCompiled(schema, ajv)
    if (known !== undefined) return known
    const compile = () => ajv.compile(schema as AnySchema) as Validate
    return fingerprint === undefined ? compile() : remember(compiled, fingerprint, compile)
  }
}

const annotations = new Set(['$comment', 'title', 'description', 'examples', 'deprecated', 'readOnly', 'writeOnly'])

/** A schema with the `$id` of a shared one is that one; a schema that is only a `$ref` to one is its target. */
function findCompiled(schema: unknown, ajv: Ajv): Validate | undefined {
  if (!isPlainObject(schema)) return undefined
  const { $id, $ref } = schema
  if (typeof $id === 'string') return ajv.getSchema($id) as Validate | undefined
  if (typeof $ref !== 'string' || $ref.startsWith('#')) return undefined
  const isBare = Object.keys(schema).every((key) => key === '$ref' || annotations.has(key))
  return isBare ? (ajv.getSchema($ref) as Validate | undefined) : undefined
}

function createAjv(sharedSchemas: unknown[], options: EngineOptions): Ajv {
  const ajv = options.mode === 'JTD' ? new AjvJtd(toAjvOptions(options) as JTDOptions) : new Ajv(toAjvOptions(options))
  if (options.mode !== 'JTD' && options.compat !== 'fastify') {
    for (const rule of [finiteNumbers, linearUniqueItems]) ajv.removeKeyword(rule.keyword as string).addKeyword(rule)
  }

  const plugins = (options.plugins ?? []).map((plugin) => (typeof plugin === 'function' ? ([plugin] as const) : plugin))
  for (const [plugin, pluginOptions] of plugins) plugin(ajv as never, pluginOptions as never)
  if (!plugins.some(([plugin]) => plugin.name === formats.default.name)) formats.default(ajv as Ajv)
  if (ajv.formats.url === stockUrl) ajv.addFormat('url', linearUrl)

  options.onCreate?.(ajv as Ajv)
  for (const schema of sharedSchemas) ajv.addSchema(schema as AnySchema)
  return ajv as Ajv
}

function toAjvOptions({ customOptions = {}, compat, ownProperties }: EngineOptions): Options {
  const isStrict = compat !== 'fastify'
  return {
    coerceTypes: 'array',
    useDefaults: true,
    removeAdditional: true,
    // Collecting every error lets a client choose the cost of being refused (CVE-2020-8192).
    allErrors: false,
    addUsedSchema: false,
    // `finiteNumbers` below refuses them, and the bounds see them.
    ...(isStrict && { strictNumbers: false, ownProperties: ownProperties || Boolean(customOptions.$data) }),
    ...customOptions,
    // Ajv's optimiser takes two thirds of the compile time and its validators run no faster.
    code: {
      optimize: false,
      ...(isStrict && { regExp: customOptions.$data ? guardedRegExp : safeRegExp }),
      ...customOptions.code
    }
  }
}

class ExponentialPattern extends Error {}

function createSafeRegExp(source: string, flags: string): RegExp {
  const expression = new RegExp(source, flags)
  if (isExponential(source, flags)) throw new ExponentialPattern(JSON.stringify(source))
  return expression
}

const safeRegExp = Object.assign(createSafeRegExp.bind(null), { code: 'new RegExp' })
/** With `$data` patterns may come from clients. By another name than that of the constructor Ajv asks it at run time, too. */
const guardedRegExp = Object.assign(createSafeRegExp.bind(null), { code: 'createSafeRegExp' })

const stockUrl = formats.default.get('url')
/** The same language as the stock format, which tries every colon of the user part and takes quadratic time. */
const linearUrl =
  stockUrl instanceof RegExp
    ? new RegExp(stockUrl.source.replace('\\S+(?::\\S*)?@', '\\S+@'), stockUrl.flags)
    : stockUrl

/** Fills Ajv's keyword `type`, an empty rule because types are checked before any rule, with the check after coercion. */
const finiteNumbers: CodeKeywordDefinition = {
  keyword: 'type',
  schemaType: ['string', 'array'],
  error: {
    message: ({ schema }) => `must be ${schema}`,
    params: ({ schema, schemaValue }) => _`{type: ${typeof schema === 'string' ? schema : schemaValue}}`
  },
  code(cxt) {
    const types: string[] = [cxt.schema].flat()
    if (!types.includes('number') && !types.includes('integer')) return
    cxt.fail(_`typeof ${cxt.data} == "number" && !isFinite(${cxt.data})`)
  }
}

const linearUniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  $data: true,
  error: {
    message: ({ params: { i, j } }) => str`must NOT have duplicate items (items ## ${j} and ${i} are identical)`,
    params: ({ params: { i, j } }) => _`{i: ${i}, j: ${j}}`
  },
  code(cxt) {
    const { gen, data, $data, schema, schemaCode } = cxt
    if (!$data && !schema) return
    const find = gen.scopeValue('func', { ref: findDuplicate })
    const pair = gen.const('pair', _`${schemaCode} === true ? ${find}(${data}) : undefined`)
    cxt.setParams({ i: _`${pair}[0]`, j: _`${pair}[1]` })
    cxt.fail(_`${pair} !== undefined`)
  }
}
