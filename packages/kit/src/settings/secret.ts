import { inspect } from 'node:util'
import type { OptionalKind, TOptional, TSchema } from '@sinclair/typebox'

const redacted = '[secret]'

/** A hidden value. As text, in JSON and in `util.inspect` it is `[secret]`, and a copy by `structuredClone` has no value. */
export class Secret<out Value> {
  readonly #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  /** Returns the value, for the call that needs it: `connect(url.reveal())`. */
  reveal(): Value {
    return this.#value
  }

  toString(): string {
    return redacted
  }

  toJSON(): string {
    return redacted
  }

  [inspect.custom](): string {
    return redacted
  }
}

/** The schema that `secret` returns. */
export interface SecretSchema<Schema extends TSchema> extends TSchema {
  static: Secret<Schema['static']>
  readonly ' secret'?: Schema
}

// The symbol is global, so that this package also recognizes schemas from another copy of itself.
const mark = Symbol.for('espalier.secret')

interface Omissible {
  [OptionalKind]: 'Optional'
}

/**
 * Marks the schema of a setting as secret: its value becomes a `Secret`.
 *
 * @example
 * const { TOKEN } = settings({ TOKEN: secret(Type.String()) }).of({ TOKEN: 'hunter2' })
 * [TOKEN instanceof Secret, `${TOKEN}`] // [ true, '[secret]' ]
 */
export function secret<Schema extends TSchema>(
  schema: Schema
): Schema extends Omissible ? TOptional<SecretSchema<Schema>> : SecretSchema<Schema>
export function secret(schema: object): object {
  return { ...schema, [mark]: true }
}

export const isSecret = (schema: object): boolean => mark in schema
