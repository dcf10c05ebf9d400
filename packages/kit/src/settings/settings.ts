/**
 * Settings as a value: the variables that a program or a plugin needs, by name, with the schemas of their values.
 *
 * Messages hold names and words for schemas only. A value in the wrong variable may be a secret, so no value is in a message.
 */
import { OptionalKind, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import type { Infer, SchemaWithDefault } from 'espalier'
import { exampleOf } from './example.ts'
import { expectationOf } from './expectation.ts'
import { compileJudge, type Judge } from './judge.ts'
import { nearName } from './near-name.ts'
import { readingsOf } from './read-text.ts'
import { isSecret, Secret, type SecretSchema } from './secret.ts'
import { type SourceOf, sourceIn } from './source.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Settings that were declared by `settings`. */
export interface Settings<Shape extends TProperties> {
  /** The schemas by name, for settings that include these: `settings({ ...database.shape, PORT: … })`. */
  readonly shape: Shape
  /**
   * Returns the values of the environment, typed and frozen. Empty text is absent.
   *
   * @throws SettingsError with every fault, when one is missing or of another kind
   */
  read(env?: Environment): ValuesOf<Shape>
  /**
   * Returns values that a test gives in place of the environment, judged as those and with the same defaults.
   *
   * @throws SettingsError with every fault
   */
  of(values: GivenOf<Shape>): ValuesOf<Shape>
  /** Returns a sentence for each fault of an environment, for tools. */
  faultsIn(env: Environment, sourceOf: SourceOf): string[]
  /** Returns the blocks of `.env.example` by name, for tools. */
  examples(): Readonly<Record<string, string>>
}

/** The values of a shape as a program reads them. */
export type ValuesOf<Shape extends TProperties> = Infer<TObject<Shape>>

/** The values of settings: `SettingsOf<typeof databaseSettings>` as the options of a plugin. */
export type SettingsOf<Declared> = Declared extends Settings<infer Shape> ? ValuesOf<Shape> : never

type Omissible = { [OptionalKind]: 'Optional' } | SchemaWithDefault<TSchema>
type OmissibleIn<Shape, Name extends keyof Shape = keyof Shape> = Name extends unknown
  ? Shape[Name] extends Omissible | SecretSchema<SchemaWithDefault<TSchema>>
    ? Name
    : never
  : never
type Given<Schema> = Schema extends SecretSchema<infer Inner> ? Infer<Inner> : Infer<Schema>

/** The values that `of` takes: those without a default have to be there, and secrets are not wrapped. */
export type GivenOf<Shape extends TProperties> = {
  readonly [Name in Exclude<keyof Shape, OmissibleIn<Shape>>]: Given<Shape[Name]>
} & { readonly [Name in OmissibleIn<Shape>]?: Given<Shape[Name]> }

/** All faults of the settings, in one message that holds none of their values. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly code = 'ESP_ERR_SETTINGS'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings are wrong.\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/**
 * Declares settings.
 *
 * @param shape a schema for each variable, by its name
 * @example
 * const env = settings({ PORT: withDefault(Type.Integer(), 3000), DATABASE_URL: secret(Type.String({ format: 'uri' })) }).read()
 */
export function settings<Shape extends TProperties>(shape: Shape): Settings<Shape> {
  const declared = new Declared(shape)
  // A tool that wants to see every declaration of a program makes this list before it imports the program.
  const list: unknown = Reflect.get(globalThis, Symbol.for('espalier.settings'))
  if (Array.isArray(list)) list.push(declared)
  return declared
}

class Declared<Shape extends TProperties> implements Settings<Shape> {
  readonly shape: Shape
  readonly #judges = new Map<string, Judge>()

  constructor(shape: Shape) {
    this.shape = shape
  }

  read(env: Environment = process.env): ValuesOf<Shape> {
    return this.#finish(this.#readAll(env, sourceIn()))
  }

  of(values: GivenOf<Shape>): ValuesOf<Shape> {
    const unknown = Object.keys(values).filter((name) => !Object.hasOwn(this.shape, name))
    return this.#finish([
      ...unknown.map((name) => ({ name, fault: `${name}: there is no such setting.` })),
      ...Object.keys(this.shape).map((name) => {
        const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined
        return value === undefined
          ? this.#absent(name, 'It is missing.')
          : this.#judged(name, [value], () => 'The value that of() got is another')
      })
    ])
  }

  faultsIn(env: Environment, sourceOf: SourceOf): string[] {
    return this.#readAll(env, sourceOf).flatMap(({ fault = [] }) => fault)
  }

  examples(): Readonly<Record<string, string>> {
    const { shape } = this
    const blockOf = (name: string) => exampleOf(name, schemaIn(shape, name), isRequired(schemaIn(shape, name)))
    return Object.fromEntries(Object.keys(shape).map((name) => [name, blockOf(name)]))
  }

  #readAll(env: Environment, sourceOf: SourceOf): Read[] {
    return Object.keys(this.shape).map((name) => {
      const text = Object.hasOwn(env, name) ? env[name] : undefined
      if (text === undefined) return this.#absent(name, this.#missing(name, env))
      if (text.trim() === '') return this.#absent(name, `It is empty in ${sourceOf(name, text)}.`)
      const readings = readingsOf(text, schemaIn(this.shape, name))
      return this.#judged(name, readings, () => `It has another value in ${sourceOf(name, text)}`)
    })
  }

  #missing(name: string, env: Environment): string {
    const others = Object.keys(env).filter((one) => !Object.hasOwn(this.shape, one))
    const near = nearName(name, others)
    return near === undefined ? 'It is missing.' : `It is missing, and '${near}' is there. Is that misspelt?`
  }

  #absent(name: string, why: string): Read {
    const schema = schemaIn(this.shape, name)
    if (schema.default !== undefined)
      return this.#judged(name, [structuredClone(schema.default)], () => 'Its default is another')
    return isRequired(schema) ? { name, fault: `${name}: expected ${expectationOf(schema)}. ${why}` } : { name }
  }

  #judged(name: string, readings: readonly unknown[], sayWhy: () => string): Read {
    const schema = schemaIn(this.shape, name)
    const judge = this.#judges.get(name) ?? compileJudge(schema)
    this.#judges.set(name, judge)
    const value = readings.find(judge)
    if (value !== undefined) return { name, value: isSecret(schema) ? new Secret(value) : value }
    return { name, fault: `${name}: expected ${expectationOf(schema)}. ${sayWhy()}.` }
  }

  #finish(all: readonly Read[]): ValuesOf<Shape> {
    const faults = all.flatMap(({ fault = [] }) => fault)
    if (faults.length > 0) throw new SettingsError(faults)
    const found = all.filter(({ value }) => value !== undefined)
    return Object.freeze(Object.fromEntries(found.map(({ name, value }) => [name, value]))) as ValuesOf<Shape>
  }
}

interface Read {
  readonly name: string
  readonly value?: unknown
  readonly fault?: string
}

const schemaIn = (shape: TProperties, name: string) => shape[name] as TSchema
const isRequired = (schema: TSchema) => schema.default === undefined && !(OptionalKind in schema)
