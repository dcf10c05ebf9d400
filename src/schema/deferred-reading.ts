/**
 * Makes V8 compile the source of a validator at its first call. The source is complete before, and certainly one function. Compiling at boot takes a
 * tenth of the start of an app with many schemas. The sources would take half of its heap if they were not compressed (bench/start-up.mjs).
 */
import { PackedTexts } from './packed-texts.ts'

interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
}

/** The parameters of a source text that Ajv compiles: Ajv itself, and the values that the text refers to. */
type Instantiate = (self: object, scope: unknown) => Validate

const unread = new PackedTexts()

export class DeferredReading {
  #text = ''

  /** The `code.process` option of Ajv. It returns the text that Ajv runs at once, with the instance as `self`. */
  readonly process = (text: string): string => {
    this.#text = text
    return 'return self.readLater(scope)'
  }

  addTo(ajv: object): void {
    Object.assign(ajv, { readLater: (scope: unknown) => toValidator(this.#text, ajv, scope) })
  }
}

function toValidator(text: string, ajv: object, scope: unknown): Validate {
  const find = unread.add(text)
  let own: Validate | null = null
  const validate: Validate = (data, context) => {
    own ??= (new Function('self', 'scope', find()) as Instantiate)(ajv, scope)
    const answer = own(data, context)
    validate.errors = own.errors
    return answer
  }
  return validate
}
