/** Reads the keywords of a union's members from the texts of their schemas and of the schemas that these may refer to. */
import { isPlainObject } from '../base/plain-object.ts'
import { remember } from '../base/remember.ts'
import { type Ajv, createJudge, type KeywordCxt } from './ajv.ts'
import { fingerprintOf } from './fingerprint.ts'
import { hasUnion, type Reading } from './reading.ts'

export type Context = KeywordCxt['it']

export interface Unions {
  readonly reading: Reading
  readonly shared: readonly unknown[]
  /** Keywords of the application, which may change a value under any name. */
  readonly foreign: () => readonly string[]
  /** Makes the instance whose functions change nothing, for what members refer to. */
  readonly unchanging: () => Ajv
}

let judge: Ajv | undefined

/** Keywords that neither Ajv has nor we, without those that only look at what others found. */
export function foreignTo({ RULES: { all } }: Ajv): readonly string[] {
  judge ??= createJudge({ customOptions: { discriminator: true } })
  const { keywords } = judge.RULES
  return Object.keys(all).filter((name) => {
    const rule = all[name]
    return keywords[name] !== true && typeof rule === 'object' && rule.definition.post !== true
  })
}

const texts = new WeakMap<object, string | undefined>()
const textOf = (schema: unknown) =>
  isPlainObject(schema) ? remember(texts, schema, () => fingerprintOf(schema)) : JSON.stringify(schema)

/** The texts of all that a member may lead to; `undefined` where one cannot be written. */
export function textsFor(
  member: unknown,
  { schemaEnv }: Context,
  shared: readonly unknown[]
): readonly (string | undefined)[] {
  const own = textOf(member)
  return own?.includes('"$ref"') === false ? [own] : [own, textOf(schemaEnv.root.schema), ...shared.map(textOf)]
}

export const isForeign = (written: readonly (string | undefined)[], { foreign }: Unions): boolean =>
  foreign().some((name) => written.some((text) => text?.includes(`${JSON.stringify(name)}:`) !== false))

export const mayFill = (written: readonly (string | undefined)[], { opts }: Context): boolean =>
  Boolean(opts.useDefaults) && written.some((text) => text?.includes('"default"') !== false)

/** Whether trying a member may change a value that fits as it came: it fills in defaults, or a union in it reads texts. */
export function mayChange(member: unknown, it: Context, { reading, shared }: Unions): boolean {
  const written = textsFor(member, it, shared)
  return it.opts.removeAdditional === 'all' || mayFill(written, it) || (reading === 'text' && written.some(hasUnion))
}
