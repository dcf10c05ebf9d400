/**
 * `anyOf` and `oneOf` in requests. Ajv coerces values, applies defaults and removes properties in place. If a schema of `anyOf` then does not match,
 * its changes stay, so that the next schema and the handler get a wrong value.
 *
 * So each schema first checks the original value with code that changes nothing. If none matches, each is tried with changes, always on the original
 * value (union-member.ts). For texts, such as a query string, `anyOf` has only the second step: `'12'` may be meant as a number.
 * See docs/decisions/0007-unions.md.
 */

import { once } from '../base/once.ts'
import {
  type Ajv,
  type AnySchema,
  type Code,
  type CodeKeywordDefinition,
  createAjv,
  type InstanceOptions,
  type KeywordCxt,
  loadAjv,
  type ValidatorOptions
} from './ajv.ts'
import { fingerprintOf } from './fingerprint.ts'
import { referencesOf } from './reference.ts'
import { withSkippedNames } from './skipped-name.ts'
import { keepValue, tryMembers } from './union-member.ts'
import { createFindTarget, summaryOf } from './union-summary.ts'
import { type Context, foreignTo, isForeign, mayChange, mayFill, textsFor, type Unions } from './union-text.ts'
import { noteVerdict, recallVerdict } from './validation-work.ts'
import type { ValueEncoding } from './value-encoding.ts'

const changeNothing = { coerceTypes: false, useDefaults: false, removeAdditional: false } as const
/** No warnings, because the first instance of Ajv has already warned of the same schema. */
const warnNothing = { strictTypes: false, strictTuples: false, strictRequired: false } as const

/** @param encoding `undefined` to keep Ajv's own `anyOf` and `oneOf` */
export function createUnionAjv(
  sharedSchemas: readonly unknown[],
  options: ValidatorOptions,
  instance: InstanceOptions,
  encoding: ValueEncoding | undefined
): Ajv {
  const shared = sharedSchemas.map((schema) => withSkippedNames(schema, fingerprintOf(schema)))
  const ajv = createAjv(shared, options, instance)
  if (encoding === undefined || options.mode === 'JTD') return ajv
  const isOpen = Boolean(options.plugins?.length || options.onCreate || options.customOptions?.keywords)
  const foreign = once(() => (isOpen ? foreignTo(ajv) : []))
  const unchanging = once(() => {
    const customOptions = { ...options.customOptions, ...changeNothing, ...warnNothing, logger: false as const }
    const made = createAjv(shared, { ...options, customOptions }, instance)
    if (instance.recursive) memoizeVerdicts(made)
    // Both instances share a scope for names, because their functions are part of one source text.
    return Object.assign(made, { scope: ajv.scope })
  })
  for (const keyword of ['anyOf', 'oneOf']) addUnion(ajv, keyword, { encoding, shared, foreign, unchanging })
  return ajv
}

function addUnion(ajv: Ajv, keyword: string, unions: Unions): void {
  const { _ } = loadAjv()
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition
  const { code, error } = definition
  definition.error = {
    ...error,
    message: (cxt) =>
      cxt.params.hint === undefined ? (error?.message as string) : _`${error?.message as string} + ${cxt.params.hint}`,
    params: ({ params }) => (keyword === 'oneOf' ? _`{passingSchemas: ${params.passing ?? null}}` : _`{}`)
  }
  definition.code = (cxt, ...rest) => (isReplaced(cxt) ? writeUnion(cxt, unions) : code(cxt, ...rest))
}

/** Returns false with `unevaluatedProperties` or `unevaluatedItems`. Only Ajv's own `anyOf` records which properties were evaluated. */
function isReplaced({ it, keyword, parentSchema }: KeywordCxt): boolean {
  const { coerceTypes, useDefaults, removeAdditional, unevaluated, discriminator } = it.opts
  if (unevaluated || it.propertyName !== undefined) return false
  if (keyword === 'oneOf' && discriminator && parentSchema.discriminator) return false
  return Boolean(coerceTypes || useDefaults || removeAdditional)
}

function writeUnion(cxt: KeywordCxt, unions: Unions): void {
  const { _ } = loadAjv()
  const { gen, it, data, keyword } = cxt
  const members: readonly unknown[] = cxt.schema
  const isExact = keyword === 'oneOf'
  const taken = gen.let('taken', -1)
  const passing = gen.let('passing', null)
  const hint = gen.let('hint', _`""`)
  const foreign = members.map((member) => isForeign(textsFor(member, it, unions.shared), unions))
  const check = () => writeChecks(cxt, members, { taken, passing, isExact }, unions, foreign)
  if (unions.encoding === 'json' || isExact) check()
  else gen.if(_`typeof ${data} != "string" && (typeof ${data} != "object" || ${data} === null)`, check)
  cxt.reset()
  const valid = gen.let('valid', _`${taken} >= 0`)
  const changing = members.flatMap((member, index) => (foreign[index] || mayChange(member, it, unions) ? [index] : []))
  const isOpen = changing.reduce<Code>((text, index) => _`${text} || ${taken} === ${index}`, _`${taken} === -1`)
  gen.if(isOpen, () => writeTrials(cxt, members, { taken, passing, isExact, valid, hint }, unions, foreign))
  cxt.setParams({ passing, hint })
  cxt.result(
    valid,
    () => {},
    () => cxt.error(true)
  )
}

/** Variables in generated code. */
interface MatchVariables {
  readonly taken: Code
  readonly passing: Code
  readonly isExact: boolean
}

function writeChecks(
  cxt: KeywordCxt,
  members: readonly unknown[],
  { taken, passing, isExact }: MatchVariables,
  unions: Unions,
  foreign: readonly boolean[]
): void {
  const { _ } = loadAjv()
  const { gen, keyword } = cxt
  const keep = foreign.includes(true) && gen.scopeValue('func', { ref: keepValue, code: _`keepValue` })
  const restore = keep && gen.const('restore', _`${keep}(${writeSlot(cxt)})`)
  for (const [schemaProp, member] of members.entries()) {
    const check = () => {
      const fits = gen.name('valid')
      within(cxt, unchangingContext(cxt.it, member, unions)).subschema(
        { keyword, schemaProp, compositeRule: true, createErrors: false, allErrors: false },
        fits
      )
      if (restore && foreign[schemaProp]) gen.code(_`${restore}()`)
      gen.if(fits, () => {
        if (!isExact) gen.assign(taken, schemaProp)
        else
          gen.if(
            _`${taken} === -1`,
            () => gen.assign(taken, schemaProp),
            () => gen.assign(passing, _`[${taken}, ${schemaProp}]`).assign(taken, -2)
          )
      })
    }
    gen.if(isExact ? _`${taken} !== -2` : _`${taken} === -1`, check)
  }
}

interface TrialVariables extends MatchVariables {
  readonly valid: Code
  readonly hint: Code
}

/** Generates code that tries schemas until one matches. The value then has only the changes of that schema. */
function writeTrials(
  cxt: KeywordCxt,
  members: readonly unknown[],
  { taken, passing, isExact, valid, hint }: TrialVariables,
  unions: Unions,
  foreign: readonly boolean[]
): void {
  const { _, Name } = loadAjv()
  const { gen, it } = cxt
  const [findings, count] = [new Name('vErrors'), new Name('errors')]
  const start = gen.scopeValue('func', { ref: tryMembers, code: _`tryMembers` })
  const summaries = writeSummaries(cxt, members, unions, foreign)
  const slot = writeSlot(cxt)
  const names = members.map((_member, index) => writeTrial(cxt, index))
  const list = gen.const('members', _`[${names.reduce<Code>((text, name) => _`${text}${name}, `, _``)}]`)
  const trials = gen.const('trials', _`${start}(${slot}, ${summaries}, ${taken}, ${isExact})`)
  writeCalls(cxt, trials, list)
  const none = gen.const('none', _`${trials}.none`)
  gen.assign(valid, _`${none} === undefined`)
  if (it.opts.dynamicRef) gen.code(_`${new Name('dynamicAnchors')}.verdicts = undefined`)
  gen.if(_`${none} !== undefined`, () => {
    gen.assign(passing, _`${none}.passing`)
    gen.assign(hint, _`${none}.hint`)
    gen.code(
      _`for(const one of ${none}.findings) { if(${findings} === null) ${findings} = [one]; else ${findings}.push(one); ${count}++; }`
    )
  })
}

/** Asynchronous validators throw their errors instead of returning false. */
function writeCalls({ gen, it }: KeywordCxt, trials: Code, list: Code): void {
  const { _ } = loadAjv()
  const call = _`${list}[${trials}.next]()`
  const error = it.ValidationError
  if (error === undefined) gen.code(_`while(${trials}.next >= 0) ${trials}.note(${call}, ${it.validateName}.errors);`)
  else
    gen.code(_`while(${trials}.next >= 0) {
      try { ${trials}.note(await ${call}); }
      catch(error) { if(!(error instanceof ${error})) throw error; ${trials}.note(false, error.errors); }
    }`)
}

const within = (cxt: KeywordCxt, it: Context): KeywordCxt =>
  Object.assign(Object.create(Object.getPrototypeOf(cxt)), cxt, { it })

/** In code that changes nothing, references must also call validators that change nothing. */
function unchangingContext(it: Context, member: unknown, unions: Unions): Context {
  const opts = { ...it.opts, ...changeNothing, ...warnNothing }
  if (referencesOf(member).size === 0) return { ...it, opts }
  const self = unions.unchanging()
  const { schema, meta, baseId } = it.schemaEnv.root
  const root = self._addSchema(schema, meta, baseId, false, false)
  const leadsToRoot = [...referencesOf(schema)].some((reference) => reference === '#' || reference === '#/')
  if (leadsToRoot) self.compile(schema as AnySchema)
  return { ...it, opts, self, schemaEnv: { ...it.schemaEnv, root } }
}

/** Remembers results, or each level of a recursive `anyOf` would check all levels below again: depth times size. */
function memoizeVerdicts(ajv: Ajv): void {
  const { _, Name } = loadAjv()
  const [work, count] = [new Name('dynamicAnchors'), new Name('errors')]
  const reference = ajv.getKeyword('$ref') as CodeKeywordDefinition
  const { code } = reference
  reference.code = (cxt, ...rest) => {
    const { gen, data, it } = cxt
    const key = `${it.baseId} ${cxt.schema}`
    const recall = gen.scopeValue('func', { ref: recallVerdict, code: _`recallVerdict` })
    const note = gen.scopeValue('func', { ref: noteVerdict, code: _`noteVerdict` })
    const known = gen.const('known', _`${recall}(${work}, ${key}, ${data})`)
    gen.if(_`${known} === undefined`, () => {
      const before = gen.const('before', count)
      gen.block(() => code(cxt, ...rest))
      gen.code(_`${note}(${work}, ${key}, ${data}, ${before} === ${count})`)
    })
    cxt.fail(_`${known} === false`)
  }
}

function writeTrial(cxt: KeywordCxt, schemaProp: number): Code {
  const { Name, nil, _ } = loadAjv()
  const { gen, it, keyword } = cxt
  const [findings, count] = [new Name('vErrors'), new Name('errors')]
  const name = gen.name('member')
  const error = it.ValidationError
  gen.func(name, nil, error !== undefined, () => {
    gen.let(findings, null)
    gen.let(count, 0)
    const valid = gen.name('valid')
    const { compositeRule: _composite, ...own } = it
    within(cxt, own as Context).subschema({ keyword, schemaProp }, valid)
    if (error === undefined) gen.assign(_`${it.validateName}.errors`, findings)
    else gen.if(_`!${valid}`, () => gen.throw(_`new ${error}(${findings})`))
    gen.return(valid)
  })
  return name
}

/** Generated code holds a value in a variable and in a property of its parent. A `$ref` changes only the property, so the slot reads that. */
function writeSlot({ gen, data, it }: KeywordCxt): Code {
  const { _ } = loadAjv()
  const { parentData, parentDataProperty } = it
  return gen.const(
    'slot',
    _`{
      read: () => ${parentData} === undefined ? ${data} : ${data} = ${parentData}[${parentDataProperty}],
      write: (value) => { ${data} = value; if(${parentData} !== undefined) ${parentData}[${parentDataProperty}] = value; }
    }`
  )
}

function writeSummaries(
  { gen, it }: KeywordCxt,
  members: readonly unknown[],
  { shared }: Unions,
  foreign: readonly boolean[]
): Code {
  const { stringify } = loadAjv()
  const find = createFindTarget(it.schemaEnv.root.schema, shared)
  const summaries = members.map((member, index) => ({
    ...summaryOf(member, find),
    ...(foreign[index] && { isForeign: true }),
    ...(!mayFill(textsFor(member, it, shared), it) && { isUnfilled: true })
  }))
  return gen.scopeValue('obj', { ref: summaries, code: stringify(summaries) })
}
