/** Error messages contain no values, because the value of a wrong variable may be a secret. */
import type { OptionalKind, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { Infer, SchemaWithDefault } from 'espalier'
import { exampleOf } from './example.ts'
import type { SecretSchema } from './secret.ts'
import { type SourceOf, sourceIn } from './source.ts'
import { readValue, readVariable, type SettingResult } from './variable.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Declared environment variables. */
export interface Settings<Shape extends TProperties> {
  /** The schemas by name. Other settings can include them: `settings({ ...database.shape, PORT: … })`. */
  readonly shape: Shape
  /**
   * Returns the values of the environment in a frozen object. An empty variable counts as absent.
   *
   * @throws SettingsError with all errors, when a variable is missing or invalid
   */
  read(env?: Environment): ValuesOf<Shape>
  /**
   * Returns the given values, for tests. They are validated, and defaults are added.
   *
   * @throws SettingsError with all errors
   */
  of(values: GivenOf<Shape>): ValuesOf<Shape>
  /** For tools: returns a sentence for each error in an environment. */
  faultsIn(env: Environment, sourceOf: SourceOf): string[]
  /** For tools: returns the lines for `.env.example`, by the name of the setting. */
  examples(): Readonly<Record<string, string>>
}

/** The type of the values that `read` returns. */
export type ValuesOf<Shape extends TProperties> = Infer<TObject<Shape>>

/** The values of settings: `SettingsOf<typeof databaseSettings>` as the options of a plugin. */
export type SettingsOf<Declared> = Declared extends Settings<infer Shape> ? ValuesOf<Shape> : never

type Defaulted = SchemaWithDefault<TSchema>
type OptionalNames<Shape, Name extends keyof Shape = keyof Shape> = Name extends unknown
  ? Shape[Name] extends { [OptionalKind]: 'Optional' } | Defaulted | SecretSchema<Defaulted>
    ? Name
    : never
  : never
type Given<Schema> = Schema extends SecretSchema<infer Inner> ? Infer<Inner> : Infer<Schema>

/** The values for `of`. Values without a default are required. Secrets are plain values. */
export type GivenOf<Shape extends TProperties> = {
  readonly [Name in Exclude<keyof Shape, OptionalNames<Shape>>]: Given<Shape[Name]>
} & { readonly [Name in OptionalNames<Shape>]?: Given<Shape[Name]> }

/** All errors of the settings in one message, which contains no values. */
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
 * Declares environment variables.
 *
 * @param shape a schema for each variable, by name
 * @example
 * const declared = settings({ PORT: withDefault(Type.Integer(), 3000), DATABASE_URL: secret(Type.String({ format: 'uri' })) })
 * const env = declared.read({ DATABASE_URL: 'postgres://localhost' })
 * env.PORT // 3000
 * declared.read({}) // throws SettingsError
 */
export function settings<Shape extends TProperties>(shape: Shape): Settings<Shape> {
  const variables = Object.entries(shape)
  const unknownNamesIn = (names: object) => Object.keys(names).filter((name) => !Object.hasOwn(shape, name))
  const readAll = (env: Environment, sourceOf: SourceOf) => {
    const unknown = unknownNamesIn(env)
    return variables.map(([name, schema]) => readVariable(name, schema, ownValue(env, name), unknown, sourceOf))
  }
  const declared: Settings<Shape> = {
    shape,
    read: (env = process.env) => valuesOf(readAll(env, sourceIn())),
    of(values) {
      const faults = unknownNamesIn(values).map((name) => ({ name, fault: `${name}: there is no such setting.` }))
      return valuesOf([
        ...faults,
        ...variables.map(([name, schema]) => readValue(name, schema, ownValue(values, name)))
      ])
    },
    faultsIn: (env, sourceOf) => readAll(env, sourceOf).flatMap(({ fault = [] }) => fault),
    examples: () => Object.fromEntries(variables.map(([name, schema]) => [name, exampleOf(name, schema)]))
  }
  // `espalier env` creates this list, to find the settings of an imported program.
  const list: unknown = Reflect.get(globalThis, Symbol.for('espalier.settings'))
  if (Array.isArray(list)) list.push(declared)
  return declared
}

const ownValue = <Value>(values: { readonly [name: string]: Value }, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

function valuesOf<Shape extends TProperties>(all: readonly SettingResult[]): ValuesOf<Shape> {
  const faults = all.flatMap(({ fault = [] }) => fault)
  if (faults.length > 0) throw new SettingsError(faults)
  const found = all.filter(({ value }) => value !== undefined)
  return Object.freeze(Object.fromEntries(found.map(({ name, value }) => [name, value]))) as ValuesOf<Shape>
}
