/**
 * Makes V8 compile the source of a validator at its first call. Ajv still generates the source at boot, so that an invalid schema is an error at
 * boot. With many schemas, compiling all sources would be a tenth of the boot. The sources would also fill half of the heap, so they are compressed
 * (bench/start-up.mjs).
 */
import { PackedTexts } from './packed-texts.ts'

interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
}

/**
 * A function made of source text that Ajv generated. The function gets Ajv itself and the values that the text refers to, and returns the validator.
 */
type Instantiate = (self: object, scope: unknown) => Validate

const sources = new PackedTexts()

export class LazyValidators {
  #text = ''

  /**
   * The `code.process` option of Ajv. It keeps the generated text, and returns a short one instead. Ajv evaluates the short text at once; `self` in
   * it is the instance of Ajv.
   */
  readonly process = (text: string): string => {
    this.#text = text
    return 'return self.compileLazily(scope)'
  }

  addTo(ajv: object): void {
    Object.assign(ajv, { compileLazily: (scope: unknown) => toValidator(this.#text, ajv, scope) })
  }
}

function toValidator(text: string, ajv: object, scope: unknown): Validate {
  const find = sources.add(text)
  let own: Validate | null = null
  const validate: Validate = (data, context) => {
    own ??= (new Function('self', 'scope', find()) as Instantiate)(ajv, scope)
    const answer = own(data, context)
    validate.errors = own.errors
    return answer
  }
  return validate
}
