import { readAs } from './error.ts'

/**
 * Attaches hidden notes to a thrown value, which are read by their names. They are not enumerable, so JSON, copies, deep equality and the message
 * stay as they were thrown. The value may be anything, even a proxy that throws.
 */
export function noteOn(error: unknown, notes: Readonly<Record<string, string>>): unknown {
  try {
    if (!(error instanceof Error)) return error
    for (const [name, value] of Object.entries(notes)) {
      // The first note stays: a plugin that waits for another one only hands its error on.
      if (!Object.hasOwn(error, name)) Object.defineProperty(error, name, { value, writable: true, configurable: true })
    }
  } catch {}
  return error
}

const sentences = new WeakMap<object, string>()

/** Notes a sentence that says more than an error's message: its stack begins with it, and the log says it. */
export function noteSentence(error: unknown, say: () => string): void {
  try {
    if (!(error instanceof Error) || sentences.has(error)) return
    const sentence = say()
    sentences.set(error, sentence)
    readAs(error, sentence)
  } catch {}
}

/** The sentence that was noted on an error. */
export function sentenceOn(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? sentences.get(error) : undefined
}
