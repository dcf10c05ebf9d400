/** Creates instances of Ajv. Ajv is loaded at the first schema, because loading Ajv takes longer than loading the rest of espalier. */
import type { Ajv, AnySchema, Code, CodeKeywordDefinition, KeywordCxt, Options } from 'ajv'
import type { JTDOptions } from 'ajv/dist/jtd.js'
import type { AjvOptions, AjvPlugin } from '../../types/options.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { withOwnProto } from '../base/own-proto.ts'
import { refuseToCompile } from '../error/on-workers.ts'
import { require } from '../require.ts'
import { toCallable } from '../user-function.ts'
import { findDuplicate } from './duplicate-items.ts'
import { fingerprintOf } from './fingerprint.ts'
import { LazyValidators } from './lazy-validator.ts'
import { isMultipleOf } from './multiple.ts'
import { dangerOf, type PatternDanger } from './pattern.ts'
import { withSkippedNames } from './skipped-name.ts'
import { type Allowance, allowanceOf, countCall, countWork } from './validation-work.ts'

export type { Ajv, AnySchema, Code, CodeKeywordDefinition, KeywordCxt } from 'ajv'

/** The options of the default validator: the `ajv` option of an app. */
export interface ValidatorOptions extends Readonly<AjvOptions> {
  /** `false` leaves numbers, own properties, `uniqueItems`, unions and patterns to Ajv; default: true. */
  readonly isGuarded?: boolean
}

export interface InstanceOptions {
  /** Inherited properties, such as `constructor`, count as missing. */
  readonly ownProperties: boolean
  /** `isSimple` has shown that the schema is valid and causes no warnings, so that Ajv need not check it. */
  readonly trusted: boolean
  /** Generated code limits the work of a recursive schema (validation-work.ts). */
  readonly recursive: boolean
  /** Keeps the generated source, so that it can be written to a file. Requires `trusted: false`, because lazy-validator.ts replaces the source. */
  readonly source?: boolean
}

export const loadAjv = (): typeof import('ajv') => require('ajv')
const loadFormats = (): typeof import('ajv-formats') => require('ajv-formats')

export function createAjv(
  sharedSchemas: readonly unknown[],
  options: ValidatorOptions,
  instance: InstanceOptions
): Ajv {
  refuseToCompile()
  const lazy = instance.trusted ? new LazyValidators() : undefined
  const ajvOptions = toAjvOptions(options, instance, lazy)
  const ajv = options.mode === 'JTD' ? createJtd(ajvOptions as JTDOptions) : new (loadAjv().Ajv)(ajvOptions)
  // Ajv stores schemas in objects by id. Without a prototype, an id such as `constructor` matches no inherited property.
  for (const map of [ajv.schemas, ajv.refs]) Object.setPrototypeOf(map, null)
  if (options.mode !== 'JTD') {
    const counter = instance.recursive && options.isGuarded !== false ? countCalls(ajv, sharedSchemas) : undefined
    for (const rule of [
      ...(options.isGuarded === false ? [] : [finiteNumbers(), linearUniqueItems(counter)]),
      ...(ajv.opts.multipleOfPrecision === undefined ? [decimalMultiples()] : [])
    ])
      ajv.removeKeyword(rule.keyword as string).addKeyword(rule)
  }
  if (ajv.opts.allErrors) collectInPlace(ajv)
  lazy?.addTo(ajv)
  addPlugins(ajv, options.plugins ?? [])
  if (options.onCreate !== undefined) toCallable(options.onCreate)(ajv)
  for (const schema of sharedSchemas) ajv.addSchema(withSkippedNames(schema, fingerprintOf(schema)) as AnySchema)
  return ajv
}

export function createLookupAjv(options: ValidatorOptions = {}): Ajv {
  const customOptions = { ...options.customOptions, logger: false as const }
  return createAjv([], { ...options, customOptions }, { ownProperties: false, trusted: false, recursive: false })
}

/** @param references the schema id for each exported name */
export function standaloneCode(ajv: Ajv, references: Readonly<Record<string, string>>): string {
  const standalone: typeof import('ajv/dist/standalone/index.js') = require('ajv/dist/standalone')
  return withOwnProto(standalone.default(ajv, references))
}

function createJtd(options: JTDOptions): Ajv {
  const { Ajv: AjvJtd }: typeof import('ajv/dist/jtd.js') = require('ajv/dist/jtd.js')
  return new AjvJtd(options) as Ajv
}

function addPlugins(ajv: Ajv, given: readonly AjvPlugin[]): void {
  const formats = loadFormats().default
  const plugins = given.map((plugin) => (typeof plugin === 'function' ? ([plugin] as const) : plugin))
  for (const [plugin, pluginOptions] of plugins) toCallable(plugin)(ajv, pluginOptions)
  if (!plugins.some(([plugin]) => plugin.name === formats.name)) formats(ajv)
  const stockUrl = formats.get('url')
  if (ajv.formats.url === stockUrl && stockUrl instanceof RegExp) ajv.addFormat('url', toLinearUrl(stockUrl))
}

function toAjvOptions(
  { customOptions: given = {}, isGuarded = true }: ValidatorOptions,
  { ownProperties, trusted, recursive, source = false }: InstanceOptions,
  lazy: LazyValidators | undefined
): Options {
  const customOptions: Options = given
  return {
    coerceTypes: 'array',
    useDefaults: true,
    removeAdditional: true,
    // Collecting all errors lets one refused request cause any amount of work (CVE-2020-8192).
    allErrors: false,
    addUsedSchema: false,
    // `strictNumbers` checks before coercion, and `finiteNumbers` below after it.
    ...(isGuarded && { strictNumbers: false, ownProperties: ownProperties || Boolean(customOptions.$data) }),
    // Makes Ajv pass one object to all functions of a validation. Generated code counts calls in it.
    ...(isGuarded && recursive && { dynamicRef: true }),
    ...customOptions,
    // Ajv's checks of the schema take 7 % of the compile time (bench/start-up.mjs).
    ...(trusted && { validateSchema: false, strictSchema: false, strictTypes: false, strictTuples: false }),
    // The optimiser takes two thirds of the compile time and makes validators no faster.
    code: {
      optimize: source,
      source,
      ...(isGuarded && { regExp: customOptions.$data ? guardedRegExp : safeRegExp }),
      ...(lazy && { process: lazy.process }),
      ...customOptions.code
    }
  }
}

export class UnsafePattern extends Error {
  readonly danger: PatternDanger

  constructor(source: string, danger: PatternDanger) {
    super(JSON.stringify(source))
    this.danger = danger
  }
}

function createSafeRegExp(source: string, flags: string): RegExp {
  const expression = new RegExp(source, flags)
  const danger = dangerOf(source, flags)
  if (danger !== null) throw new UnsafePattern(source, danger)
  return expression
}

const safeRegExp = Object.assign(createSafeRegExp.bind(null), { code: 'new RegExp' })
/** With `$data`, a pattern may come from a client, so generated code checks each pattern at run time. */
const guardedRegExp = Object.assign(createSafeRegExp.bind(null), { code: 'createSafeRegExp' })

/** The pattern of ajv-formats takes quadratic time, because it tries every colon before the `@`. This one matches the same URLs. */
const toLinearUrl = ({ source, flags }: RegExp) => new RegExp(source.replace('\\S+(?::\\S*)?@', '\\S+@'), flags)

/** Refuses infinite numbers, such as `1e999`, after coercion. The keyword `type` is free for this, because Ajv checks types before all keywords. */
function finiteNumbers(): CodeKeywordDefinition {
  const { _ } = loadAjv()
  return {
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
}

type WorkCounter = (cxt: KeywordCxt) => { readonly work: Code; readonly root: Code; readonly allowance: Allowance }

function countCalls(ajv: Ajv, sharedSchemas: readonly unknown[]): WorkCounter {
  const { _, Name } = loadAjv()
  const allowances = new WeakMap<object, Allowance>()
  const counter: WorkCounter = ({ it: { schemaEnv } }) => {
    const { schema } = schemaEnv.root
    const toAllowance = () => allowanceOf([schema, ...sharedSchemas])
    const allowance = typeof schema === 'object' ? getOrCreate(allowances, schema, toAllowance) : toAllowance()
    return { work: new Name('dynamicAnchors'), root: new Name('rootData'), allowance }
  }
  const reference = ajv.getKeyword('$ref') as CodeKeywordDefinition
  const { code } = reference
  reference.code = (cxt, ...rest) => {
    const { work, root, allowance } = counter(cxt)
    const count = cxt.gen.scopeValue('func', { ref: countCall, code: _`countCall` })
    cxt.gen.code(_`${count}(${work}, ${root}, ${cxt.data}, ${allowance.levels}, ${allowance.reads})`)
    code(cxt, ...rest)
  }
  return counter
}

/** Ajv's code for a `$ref` copies the list of errors, so arrays take quadratic time. This code appends to the list. */
function collectInPlace(ajv: Ajv): void {
  const { _, Name } = loadAjv()
  const findings = new Name('vErrors')
  const reference = ajv.getKeyword('$ref') as CodeKeywordDefinition
  const { code } = reference
  reference.code = (cxt, ...rest) => {
    const { gen } = cxt
    const assign = gen.assign.bind(gen)
    gen.assign = (name, value, ...more) => {
      const [, owner, member] = /\.concat\((\w+)(\.validate)?\.errors\)$/.exec(String(value)) ?? []
      if (owner === undefined) return assign(name, value, ...more)
      const own = member === undefined ? _`${new Name(owner)}.errors` : _`${new Name(owner)}.validate.errors`
      return gen.code(
        _`if(${findings} === null) ${findings} = ${own}; else for(const one of ${own}) ${findings}.push(one);`
      )
    }
    code(cxt, ...rest)
    gen.assign = assign
  }
}

function linearUniqueItems(counter: WorkCounter | undefined): CodeKeywordDefinition {
  const { _, str } = loadAjv()
  return {
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
      const find = gen.scopeValue('func', { ref: findDuplicate, code: _`findDuplicate` })
      const args = counter === undefined ? data : _`${data}, ${countNames(cxt, counter)}`
      const pair = gen.const('pair', _`${schemaCode} === true ? ${find}(${args}) : undefined`)
      cxt.setParams({ i: _`${pair}[0]`, j: _`${pair}[1]` })
      cxt.fail(_`${pair} !== undefined`)
    }
  }
}

function decimalMultiples(): CodeKeywordDefinition {
  const { _, str } = loadAjv()
  return {
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    $data: true,
    error: {
      message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
      params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`
    },
    code(cxt) {
      const isMultiple = cxt.gen.scopeValue('func', { ref: isMultipleOf, code: _`isMultipleOf` })
      cxt.fail$data(_`!${isMultiple}(${cxt.data}, ${cxt.schemaCode})`)
    }
  }
}

/** Listing one name of a large object costs as much as reading 16 items. */
function countNames(cxt: KeywordCxt, counter: WorkCounter): Code {
  const { _ } = loadAjv()
  const { work, root, allowance } = counter(cxt)
  const count = cxt.gen.scopeValue('func', { ref: countWork, code: _`countWork` })
  return _`names => ${count}(${work}, ${root}, 16 * names, ${allowance.reads})`
}
