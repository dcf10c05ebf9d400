/**
 * Has V8 read the text of a validator when that is first called. The text is whole before, and certain to be one function. Reading
 * texts is a tenth of what an app with many schemas costs to start, and half of its heap were it not that unread ones are packed
 * (bench/start-up.mjs).
 */
import { once } from '../base/once.ts'
import { PackedTexts } from './packed-texts.ts'

interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
}

/** What Ajv gives to the text that it compiles: itself, and the values that the text names. */
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
