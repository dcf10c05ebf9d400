/**
 * The default validator: JSON Schema draft 7 (or JTD) to functions that check, coerce and fill in defaults. The only importer
 * of Ajv and its formats.
 *
 * Beside Ajv's own rules it keeps three laws. Numbers are finite: Ajv coerces "1e999" to Infinity and then skips the bounds.
 * Only own properties count: `required: ['constructor']` is not met by `Object.prototype`. Cost is linear in the input:
 * `uniqueItems` is done in one pass.
 *
 * Compiling is the larger part of starting an app, so nothing is compiled twice: instances are shared by all contexts that see
 * the same shared schemas, equal schemas share one function, and a schema that is nothing but a `$ref` is its target's function.
 */
import { _, Ajv, type AnySchema, type CodeKeywordDefinition, type Options, str, type ValidateFunction } from 'ajv'
import { Ajv as AjvJtd } from 'ajv/dist/jtd.js'
import formats from 'ajv-formats'
import { findDuplicate } from './duplicate-items.ts'
import { fingerprintOf } from './fingerprint.ts'
import { lowerCaseHeaderNames } from './header-names.ts'
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
  /** `'fastify'` gives up the laws above: finite numbers, own properties, `uniqueItems` in linear time. */
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
  const compile = createEngine(() => Object.values(sharedSchemas), options)
  // Shared schemas serve every part, so a headers schema that refers to one gets copies with lower-cased names.
  const compileWithHeaderNames = createEngine(() => Object.values(sharedSchemas).map(lowerCaseHeaderNames), options)

  return ({ schema, httpPart }) => {
    if (httpPart !== 'headers' || !isPlainObject(schema)) return compile(schema)
    return (usesShared(schema, sharedSchemas) ? compileWithHeaderNames : compile)(lowerCaseHeaderNames(schema))
  }
}

function usesShared(schema: Record<string, unknown>, sharedSchemas: Schemas): boolean {
  if (typeof schema.$id === 'string' && Object.hasOwn(sharedSchemas, schema.$id)) return true
  return [...referencesOf(schema)].some((reference) => idOf(reference) !== '')
}

/** One Ajv instance, made when its first schema comes, and what it has compiled. */
function createEngine(listSharedSchemas: () => unknown[], options: ValidatorOptions): (schema: unknown) => Validate {
  const compiled = new Map<string, ValidateFunction>()
  let ajv: Ajv | undefined

  return (schema) => {
    ajv ??= createAjv(listSharedSchemas(), options)
    const engine = ajv
    const known = findCompiled(schema, engine)
    if (known !== undefined) return known

    const compileNow = () => engine.compile(schema as AnySchema)
    const fingerprint = fingerprintOf(schema)
    return fingerprint === undefined ? compileNow() : remember(compiled, fingerprint, compileNow)
  }
}

const annotations = new Set(['$comment', 'title', 'description', 'examples', 'deprecated', 'readOnly', 'writeOnly'])

/** A schema with the `$id` of a shared one is that one; a schema that is only a `$ref` to one is its target. */
function findCompiled(schema: unknown, ajv: Ajv): ValidateFunction | undefined {
  if (!isPlainObject(schema)) return undefined
  const { $id, $ref } = schema
  if (typeof $id === 'string') return ajv.getSchema($id)
  if (typeof $ref !== 'string' || $ref.startsWith('#')) return undefined
  const isBare = Object.keys(schema).every((key) => key === '$ref' || annotations.has(key))
  return isBare ? ajv.getSchema($ref) : undefined
}

function createAjv(sharedSchemas: unknown[], options: ValidatorOptions): Ajv {
  const Engine = options.mode === 'JTD' ? AjvJtd : Ajv
  const ajv = new Engine(toAjvOptions(options)) as Ajv
  if (options.mode !== 'JTD' && options.compat !== 'fastify') {
    for (const rule of [finiteNumbers, linearUniqueItems]) ajv.removeKeyword(rule.keyword as string).addKeyword(rule)
  }

  const plugins = (options.plugins ?? []).map((plugin) => (typeof plugin === 'function' ? ([plugin] as const) : plugin))
  for (const [plugin, pluginOptions] of plugins) plugin(ajv as never, pluginOptions as never)
  if (!plugins.some(([plugin]) => plugin.name === formats.default.name)) formats.default(ajv)

  options.onCreate?.(ajv)
  for (const schema of sharedSchemas) ajv.addSchema(schema as AnySchema)
  return ajv
}

function toAjvOptions({ customOptions = {}, compat }: ValidatorOptions): Options {
  return {
    coerceTypes: 'array',
    useDefaults: true,
    removeAdditional: true,
    // Collecting every error lets a client choose the cost of being refused (CVE-2020-8192).
    allErrors: false,
    addUsedSchema: false,
    // `finiteNumbers` below refuses them, and the bounds see them.
    ...(compat !== 'fastify' && { ownProperties: true, strictNumbers: false }),
    ...customOptions,
    // Ajv's optimiser takes two thirds of the compile time and its validators run no faster.
    code: { optimize: false, ...customOptions.code }
  }
}

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
