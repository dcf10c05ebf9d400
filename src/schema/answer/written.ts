/** The functions that generated serializers need, at boot and in precompiled modules. */
import { once } from '../../base/once.ts'
import type { SharedSchemas } from '../reference.ts'
import type { Formats } from './look.ts'
import { scalarsOf } from './scalar.ts'
import { createWriter } from './write.ts'

type Write = (data: unknown) => string

/** Returns a function that is made at its first call. */
export function withFirstCall(make: () => Write): Write {
  let waiting: (() => Write) | undefined = make
  let write: Write
  return (data) => {
    if (waiting !== undefined) {
      write = waiting()
      // It holds the schemas.
      waiting = undefined
    }
    return write(data)
  }
}

/**
 * Makes the writer of a schema, with the formats of Ajv and the scalar functions of fast-json-stringify.
 *
 * @param load loads a package; workers load packages in another way
 */
export function writerOf(
  load: (name: string) => unknown,
  schema: unknown,
  shared: SharedSchemas,
  options: object
): Write {
  const { fullFormats } = load('ajv-formats/dist/formats') as { fullFormats: Formats }
  return createWriter(schema, shared, { formats: fullFormats, scalars: new (scalarsOf(load))(options) })
}

/**
 * Returns a serializer that falls back to another one if the first throws, for example for a list that a `toJSON` returns. If both throw, the first
 * error is thrown.
 */
export function withRescue(serialize: Write, make: () => Write): Write {
  const rescue = once(make)
  return (data) => {
    try {
      return serialize(data)
    } catch (error) {
      const text = attempt(rescue, data)
      if (text === undefined) throw error
      return text
    }
  }
}

function attempt(rescue: () => Write, data: unknown): string | undefined {
  try {
    return rescue()(data)
  } catch {
    return undefined
  }
}
