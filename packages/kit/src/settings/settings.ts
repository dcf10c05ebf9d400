/**
 * Settings as a value: the variables that a program or a plugin needs, by name, with the schemas of their values.
 *
 * Messages hold names and words for schemas only. A value in the wrong variable may be a secret, so no value is in a message.
 */
import type { OptionalKind, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { Infer, SchemaWithDefault } from 'espalier'
import { exampleOf } from './example.ts'
import type { SecretSchema } from './secret.ts'
import { type SourceOf, sourceIn } from './source.ts'
import { type Read, readValue, readVariable } from './variable.ts'

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

type Defaulted = SchemaWithDefault<TSchema>
type OmissibleIn<Shape, Name extends keyof Shape = keyof Shape> = Name extends unknown
  ? Shape[Name] extends { [OptionalKind]: 'Optional' } | Defaulted | SecretSchema<Defaulted>
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
  const variables = Object.entries(shape)
  const strangersIn = (names: object) => Object.keys(names).filter((name) => !Object.hasOwn(shape, name))
  const readAll = (env: Environment, sourceOf: SourceOf) => {
    const unknown = strangersIn(env)
    return variables.map(([name, schema]) => readVariable(name, schema, ownIn(env, name), unknown, sourceOf))
  }
  const declared: Settings<Shape> = {
    shape,
    read: (env = process.env) => valuesOf(readAll(env, sourceIn())),
    of(values) {
      const faults = strangersIn(values).map((name) => ({ name, fault: `${name}: there is no such setting.` }))
      return valuesOf([...faults, ...variables.map(([name, schema]) => readValue(name, schema, ownIn(values, name)))])
    },
    faultsIn: (env, sourceOf) => readAll(env, sourceOf).flatMap(({ fault = [] }) => fault),
    examples: () => Object.fromEntries(variables.map(([name, schema]) => [name, exampleOf(name, schema)]))
  }
  // A tool that wants to see every declaration of a program makes this list before it imports the program.
  const list: unknown = Reflect.get(globalThis, Symbol.for('espalier.settings'))
  if (Array.isArray(list)) list.push(declared)
  return declared
}

const ownIn = <Value>(values: { readonly [name: string]: Value }, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

function valuesOf<Shape extends TProperties>(all: readonly Read[]): ValuesOf<Shape> {
  const faults = all.flatMap(({ fault = [] }) => fault)
  if (faults.length > 0) throw new SettingsError(faults)
  const found = all.filter(({ value }) => value !== undefined)
  return Object.freeze(Object.fromEntries(found.map(({ name, value }) => [name, value]))) as ValuesOf<Shape>
}
