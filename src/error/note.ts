import { readAs } from './error.ts'

/**
 * Attaches hidden notes to a thrown value, which are read by name. They are not enumerable, so JSON, copies, deep equality and the message stay as they
 * were thrown. The value may be anything, even a proxy that throws.
 */
export function noteOn(error: unknown, notes: Readonly<Record<string, string>>): unknown {
  try {
    if (!(error instanceof Error)) return error
    for (const [name, value] of Object.entries(notes)) {
      // The first note is kept: a plugin that waits for another one passes on its error.
      if (!Object.hasOwn(error, name)) Object.defineProperty(error, name, { value, writable: true, configurable: true })
    }
  } catch {}
  return error
}

const sentences = new WeakMap<object, string>()

/** Attaches a sentence with more detail than the error's message. It becomes the first line of the stack, and is logged. */
export function noteSentence(error: unknown, say: () => string): void {
  try {
    if (!(error instanceof Error) || sentences.has(error)) return
    const sentence = say()
    sentences.set(error, sentence)
    readAs(error, sentence)
  } catch {}
}

/** The sentence that was attached to an error. */
export function sentenceOn(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? sentences.get(error) : undefined
}
