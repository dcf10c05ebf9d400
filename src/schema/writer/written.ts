/** Functions that serializers call, both in generated code and in precompiled modules. */
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
      // Releases the schemas, which `make` keeps in memory.
      waiting = undefined
    }
    return write(data)
  }
}

/** @param load loads a package by name */
export function writerOf(
  load: (name: string) => unknown,
  schema: unknown,
  shared: SharedSchemas,
  options: object
): Write {
  const { fullFormats } = load('ajv-formats/dist/formats') as { fullFormats: Formats }
  return createWriter(schema, shared, { formats: fullFormats, scalars: new (scalarsOf(load))(options) })
}

/** If `serialize` throws, uses a second serializer, for example because `toJSON` returned a list. If both throw, throws the first error. */
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
