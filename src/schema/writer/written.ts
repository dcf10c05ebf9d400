/** The functions that serializers call, whether they were generated at boot or come from a precompiled module. */
import { once } from '../../base/once.ts'
import type { SharedSchemas } from '../reference.ts'
import type { Formats } from './check-mode.ts'
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
      // `make` holds the schemas in memory, so it is released.
      waiting = undefined
    }
    return write(data)
  }
}

/** Makes the writer of a schema, with formats of Ajv and scalar functions of fast-json-stringify. @param load loads a package */
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
 * Returns a serializer that tries a second one if the first throws, for example because a `toJSON` returned a list. If both throw, the first error is
 * thrown.
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
