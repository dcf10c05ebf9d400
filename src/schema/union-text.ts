/** Finds keywords of a union's members in the texts of their schemas and of the schemas that these may refer to. */
import { isPlainObject } from '../base/plain-object.ts'
import { remember } from '../base/remember.ts'
import { type Ajv, createJudge, type KeywordCxt } from './ajv.ts'
import { fingerprintOf } from './fingerprint.ts'
import { hasUnion, type Reading } from './reading.ts'

export type Context = KeywordCxt['it']

export interface Unions {
  readonly reading: Reading
  readonly shared: readonly unknown[]
  /** Keywords of the application, which may change any property. */
  readonly foreign: () => readonly string[]
  /** Makes the instance whose functions change nothing, for the targets of references in members. */
  readonly unchanging: () => Ajv
}

let judge: Ajv | undefined

/** Keywords that are neither Ajv's nor espalier's, without those that only read the findings of others. */
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

/** The texts of all schemas that a member may refer to; `undefined` if one cannot be serialized. */
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

/** Whether validating by a member may change a matching value: it fills in defaults, or contains a union that reads texts. */
export function mayChange(member: unknown, it: Context, { reading, shared }: Unions): boolean {
  const written = textsFor(member, it, shared)
  return it.opts.removeAdditional === 'all' || mayFill(written, it) || (reading === 'text' && written.some(hasUnion))
}
