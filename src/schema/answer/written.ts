/** The parts of functions that write answers, at boot and in modules that were compiled ahead. */
import { once } from '../../base/once.ts'
import type { SharedSchemas } from '../reference.ts'
import type { Formats } from './look.ts'
import { scalarsOf } from './scalar.ts'
import { createWriter } from './write.ts'

type Write = (data: unknown) => string

/**
 * Makes the writer of a schema with what the engines bring: the formats, and how numbers and dates are written.
 *
 * @param load returns a package, which is found in other ways on workers
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
 * Returns a function that writes by another one what the first refuses, such as a list that a `toJSON` returns. Where both refuse a value the error is
 * the first one's.
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
