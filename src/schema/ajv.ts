/** Creates instances of Ajv. Ajv is loaded with the first schema, because loading it takes longer than loading the rest of espalier. */
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

/** The option `ajv` of an app. */
export interface ValidatorOptions extends Readonly<AjvOptions> {
  /** `false` disables espalier's own checks of numbers, own properties, `uniqueItems`, unions and patterns; default: true. */
  readonly isGuarded?: boolean
}

export interface InstanceOptions {
  /** Whether inherited properties, such as `constructor`, count as missing. */
  readonly ownProperties: boolean
  /** Whether `isSimple` has shown that the schema is valid and causes no warnings. Ajv then skips its own checks. */
  readonly trusted: boolean
  /** Whether generated code stops at a limit of steps. A recursive schema could take exponential time (validation-work.ts). */
  readonly recursive: boolean
  /** Keeps the generated source, to write it to a file. Requires `trusted: false`, because lazy-validator.ts replaces the source. */
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
  // Ajv stores schemas in objects by id. Without this, an id such as `constructor` would match an inherited property.
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

/** @param references the schema id for each export of the generated module */
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
    // With `allErrors`, one invalid request can cause unlimited work (CVE-2020-8192).
    allErrors: false,
    addUsedSchema: false,
    // Ajv's `strictNumbers` runs before coercion. The keyword `finiteNumbers` below runs after it.
    ...(isGuarded && { strictNumbers: false, ownProperties: ownProperties || Boolean(customOptions.$data) }),
    // With `dynamicRef`, Ajv passes one object to all functions of a validation, in which generated code counts calls.
    ...(isGuarded && recursive && { dynamicRef: true }),
    ...customOptions,
    // Ajv's own checks of the schema take 7 % of the compile time (bench/start-up.mjs).
    ...(trusted && { validateSchema: false, strictSchema: false, strictTypes: false, strictTuples: false }),
    // The optimizer takes two thirds of the compile time and makes validators no faster.
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
/** With `$data`, a pattern may come from a client. So generated code checks each pattern at run time. */
const guardedRegExp = Object.assign(createSafeRegExp.bind(null), { code: 'createSafeRegExp' })

/** Matches the same URLs as ajv-formats, whose pattern takes quadratic time: it tries every colon before the `@`. */
const toLinearUrl = ({ source, flags }: RegExp) => new RegExp(source.replace('\\S+(?::\\S*)?@', '\\S+@'), flags)

/** Refuses infinite numbers, such as `1e999`, after coercion. Uses the keyword `type`, whose own check Ajv runs before all keywords. */
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

/** Appends to the list of errors. Ajv's code for `$ref` copies the list each time, so large arrays would take quadratic time. */
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

/** Counts listing one name of a large object as much as reading 16 items, because it is as slow. */
function countNames(cxt: KeywordCxt, counter: WorkCounter): Code {
  const { _ } = loadAjv()
  const { work, root, allowance } = counter(cxt)
  const count = cxt.gen.scopeValue('func', { ref: countWork, code: _`countWork` })
  return _`names => ${count}(${work}, ${root}, 16 * names, ${allowance.reads})`
}
