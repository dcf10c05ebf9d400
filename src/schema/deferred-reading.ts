/**
 * Makes V8 read the text of a validator at its first call. The text is complete before, and certain to be one function. Reading texts takes a tenth
 * of the start of an app with many schemas. It would also take half of its heap if unread texts were not packed (bench/start-up.mjs).
 */
import { once } from '../base/once.ts'
import { PackedTexts } from './packed-texts.ts'

interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
}

/** The arguments of a text that Ajv compiles: Ajv itself, and the values that the text names. */
type Instantiate = (self: object, scope: unknown) => Validate

const unread = new PackedTexts()

export class DeferredReading {
  #text = ''

  /** Stands in for a text: the `code.process` of Ajv, which runs what it returns at once, with the instance as `self`. */
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
  const read = once(() => (new Function('self', 'scope', find()) as Instantiate)(ajv, scope))
  const validate: Validate = (data, context) => {
    const own = read()
    const answer = own(data, context)
    validate.errors = own.errors
    return answer
  }
  return validate
}
