import { withStackHeadline } from './error.ts'

/** Notes are not enumerable, so that JSON, copies and deep equality stay unchanged. The thrown value may be anything, even a proxy that throws. */
export function setNotes(error: unknown, notes: Readonly<Record<string, string>>): unknown {
  try {
    if (!(error instanceof Error)) return error
    for (const [name, value] of Object.entries(notes)) {
      // The first note is kept, because it was made nearest to the mistake. An outer plugin that gets the same error would add its own name.
      if (!Object.hasOwn(error, name)) Object.defineProperty(error, name, { value, writable: true, configurable: true })
    }
  } catch {}
  return error
}

const headlines = new WeakMap<object, string>()

/** Sets a sentence with more detail than the message. The sentence becomes the first line of the stack and is logged. */
export function setHeadline(error: unknown, describe: () => string): void {
  try {
    if (!(error instanceof Error) || headlines.has(error)) return
    const sentence = describe()
    headlines.set(error, sentence)
    withStackHeadline(error, sentence)
  } catch {}
}

export function headlineOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? headlines.get(error) : undefined
}
