/**
 * Creates instances of Ajv with their options, espalier's four keywords and formats, and the additions of the application. Only this file imports Ajv.
 * It is loaded for the first schema, because that takes longer than the rest of the import.
 */
import type { Ajv, AnySchema, Code, CodeKeywordDefinition, KeywordCxt, Options } from 'ajv'
import type { JTDOptions } from 'ajv/dist/jtd.js'
import type { AjvOptions, AjvPlugin } from '../../types/options.ts'
import { withOwnProto } from '../base/own-proto.ts'
import { remember } from '../base/remember.ts'
import { refuseToCompile } from '../error/on-workers.ts'
import { require } from '../require.ts'
import { toCallable } from '../user-function.ts'
import { DeferredReading } from './deferred-reading.ts'
import { findDuplicate } from './duplicate-items.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isMultipleOf } from './multiple.ts'
import { withPassedOverNames } from './passed-over-name.ts'
import { dangerOf, type PatternDanger } from './pattern.ts'
import { type Allowance, allowanceOf, countCall, countWork } from './validation-work.ts'

export type { Ajv, AnySchema, Code, CodeKeywordDefinition, KeywordCxt } from 'ajv'

/** The options of the default validator: the `ajv` option of an app. */
export interface ValidatorOptions extends Readonly<AjvOptions> {
  /** `false` disables the rules for finite numbers, own properties, linear `uniqueItems`, unions and exponential patterns; default: true. */
  readonly isGuarded?: boolean
}

/** The options that differ between the instances of one context. */
export interface InstanceOptions {
  /** Whether inherited properties are distinguished from own ones. */
  readonly ownProperties: boolean
  /** The schema is known to be valid and without warnings, so that Ajv need not check it (`isOrdinary`). */
  readonly trusted: boolean
  /** Calls of schema parts are counted, because the schema may be recursive. */
  readonly recursive: boolean
  /** Keeps the source code, to write it to a file. Only for instances that are not trusted, whose functions are compiled at once. */
  readonly source?: boolean
}

export const loadAjv = (): typeof import('ajv') => require('ajv')
const loadFormats = (): typeof import('ajv-formats') => require('ajv-formats')

/** Makes an instance of Ajv with the shared schemas. */
export function createAjv(
  sharedSchemas: readonly unknown[],
  options: ValidatorOptions,
  instance: InstanceOptions
): Ajv {
  refuseToCompile()
  const deferred = instance.trusted ? new DeferredReading() : undefined
  const ajvOptions = toAjvOptions(options, instance, deferred)
  const ajv = options.mode === 'JTD' ? createJtd(ajvOptions as JTDOptions) : new (loadAjv().Ajv)(ajvOptions)
  // Keeps ids such as `constructor` from matching inherited properties.
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
  deferred?.addTo(ajv)
  addPlugins(ajv, options.plugins ?? [])
  if (options.onCreate !== undefined) toCallable(options.onCreate)(ajv)
  for (const schema of sharedSchemas) ajv.addSchema(withPassedOverNames(schema, fingerprintOf(schema)) as AnySchema)
  return ajv
}

/** Makes an instance for looking up which keywords and formats exist. */
export function createJudge(options: ValidatorOptions = {}): Ajv {
  const customOptions = { ...options.customOptions, logger: false as const }
  return createAjv([], { ...options, customOptions }, { ownProperties: false, trusted: false, recursive: false })
}

/** Generates the code of an instance's validators, exported under these names. */
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
  deferred: DeferredReading | undefined
): Options {
  const customOptions: Options = given
  return {
    coerceTypes: 'array',
    useDefaults: true,
    removeAdditional: true,
    // Collecting every error lets a client choose the cost of being refused (CVE-2020-8192).
    allErrors: false,
    addUsedSchema: false,
    // `finiteNumbers` below refuses them, after coercion.
    ...(isGuarded && { strictNumbers: false, ownProperties: ownProperties || Boolean(customOptions.$data) }),
    // Passes one object to all calls of a validation. It uses the mechanism of `$dynamicRef`, which draft 7 does not have.
    ...(isGuarded && recursive && { dynamicRef: true }),
    ...customOptions,
    // Errors of this kind were excluded before. Ajv's own check takes a fourteenth of compiling (bench/start-up.mjs).
    ...(trusted && { validateSchema: false, strictSchema: false, strictTypes: false, strictTuples: false }),
    // Ajv's optimiser takes two thirds of the compile time, and its validators are not faster.
    code: {
      optimize: source,
      source,
      ...(isGuarded && { regExp: customOptions.$data ? guardedRegExp : safeRegExp }),
      ...(deferred && { process: deferred.process }),
      ...customOptions.code
    }
  }
}

/** The error for a pattern that can take exponential time, or is too large to analyse. */
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
/** With `$data`, patterns may come from clients. Because of the different `code`, Ajv calls this at run time, too. */
const guardedRegExp = Object.assign(createSafeRegExp.bind(null), { code: 'createSafeRegExp' })

/** Matches the same URLs as the stock format, which tries every colon of the user part and takes quadratic time. */
const toLinearUrl = ({ source, flags }: RegExp) => new RegExp(source.replace('\\S+(?::\\S*)?@', '\\S+@'), flags)

/** Defines Ajv's keyword `type`, an empty rule because types are checked before any rule, as a check for finite numbers after coercion. */
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

/** The code expressions by which generated code counts its work: all calls of a validation share `object`; `root` is the function that started it. */
type WorkCounter = (cxt: KeywordCxt) => { readonly object: Code; readonly root: Code; readonly allowance: Allowance }

/** Counts the calls through references in a validation (validation-work.ts). */
function countCalls(ajv: Ajv, sharedSchemas: readonly unknown[]): WorkCounter {
  const { _, Name } = loadAjv()
  const allowances = new WeakMap<object, Allowance>()
  const counter: WorkCounter = ({ it: { schemaEnv } }) => {
    const { schema } = schemaEnv.root
    const toAllowance = () => allowanceOf([schema, ...sharedSchemas])
    const allowance = typeof schema === 'object' ? remember(allowances, schema, toAllowance) : toAllowance()
    return { object: new Name('dynamicAnchors'), root: new Name('rootData'), allowance }
  }
  const reference = ajv.getKeyword('$ref') as CodeKeywordDefinition
  const { code } = reference
  reference.code = (cxt, ...rest) => {
    const { object, root, allowance } = counter(cxt)
    const count = cxt.gen.scopeValue('func', { ref: countCall, code: _`countCall` })
    cxt.gen.code(_`${count}(${object}, ${root}, ${cxt.data}, ${allowance.levels}, ${allowance.looks})`)
    code(cxt, ...rest)
  }
  return counter
}

/** Appends the errors of a reference to the list of errors. Ajv copies the whole list each time, which takes quadratic time for arrays. */
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

/** Generates a function that counts the names of a large object as work of the validation. Listing one costs as much as 16 items. */
function countNames(cxt: KeywordCxt, counter: WorkCounter): Code {
  const { _ } = loadAjv()
  const { object, root, allowance } = counter(cxt)
  const count = cxt.gen.scopeValue('func', { ref: countWork, code: _`countWork` })
  return _`names => ${count}(${object}, ${root}, 16 * names, ${allowance.looks})`
}
