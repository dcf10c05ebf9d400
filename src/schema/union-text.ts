/** Finds keywords that may change a value, by a search in the JSON texts of schemas and of all their references. */
import { getOrCreate } from '../base/get-or-create.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { type Ajv, createLookupAjv, type KeywordCxt } from './ajv.ts'
import { fingerprintOf } from './fingerprint.ts'
import { hasUnion, type ValueEncoding } from './value-encoding.ts'

export type Context = KeywordCxt['it']

export interface Unions {
  readonly encoding: ValueEncoding
  readonly shared: readonly unknown[]
  /** The application's custom keywords, which may change any property. */
  readonly foreign: () => readonly string[]
  /** An instance of Ajv whose validators change nothing (union.ts). It compiles the references inside `anyOf` and `oneOf`. */
  readonly unchanging: () => Ajv
}

let judge: Ajv | undefined

/** Lists custom keywords, except those that only read errors of other keywords. */
export function foreignTo({ RULES: { all } }: Ajv): readonly string[] {
  judge ??= createLookupAjv({ customOptions: { discriminator: true } })
  const { keywords } = judge.RULES
  return Object.keys(all).filter((name) => {
    const rule = all[name]
    return keywords[name] !== true && typeof rule === 'object' && rule.definition.post !== true
  })
}

const texts = new WeakMap<object, string | undefined>()
const textOf = (schema: unknown) =>
  isPlainObject(schema) ? getOrCreate(texts, schema, () => fingerprintOf(schema)) : JSON.stringify(schema)

/** Returns the JSON texts of a schema and of all schemas that it may reference. A text is `undefined` if JSON cannot represent the schema. */
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

/** Whether a schema may change a matching value: by defaults, by removing properties, or by a nested `anyOf` that converts texts. */
export function mayChange(member: unknown, it: Context, { encoding, shared }: Unions): boolean {
  const written = textsFor(member, it, shared)
  return it.opts.removeAdditional === 'all' || mayFill(written, it) || (encoding === 'text' && written.some(hasUnion))
}
