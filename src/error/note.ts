import { readAs } from './error.ts'

/**
 * Notes on an error where it came from, for whoever asks for a note by its name. The error is the application's own: what is enumerated of it,
 * in JSON, in a copy or by deep equality, stays as it was thrown, and so does what it says of itself. What is thrown may be anything, even a
 * trap.
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
