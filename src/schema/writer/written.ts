/** The functions that serializers call, both those generated at boot and those of a precompiled module. */
import { once } from '../../base/once.ts'
import type { SharedSchemas } from '../reference.ts'
import type { Formats } from './check-mode.ts'
import { scalarsOf } from './scalar.ts'
import { createWriter } from './write.ts'

type Write = (data: unknown) => string

export function withFirstCall(make: () => Write): Write {
  let waiting: (() => Write) | undefined = make
  let write: Write
  return (data) => {
    if (waiting !== undefined) {
      write = waiting()
      // `make` keeps the schemas in memory, so it is released.
      waiting = undefined
    }
    return write(data)
  }
}

/** @param load loads a package */
export function writerOf(
  load: (name: string) => unknown,
  schema: unknown,
  shared: SharedSchemas,
  options: object
): Write {
  const { fullFormats } = load('ajv-formats/dist/formats') as { fullFormats: Formats }
  return createWriter(schema, shared, { formats: fullFormats, scalars: new (scalarsOf(load))(options) })
}

/** Runs a second serializer if the first throws, for example because a `toJSON` returned a list. If both throw, throws the first error. */
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
