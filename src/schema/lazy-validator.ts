/**
 * Makes V8 compile the source of a validator at its first call, because compiling all sources would be a tenth of the boot. The sources would fill
 * half of the heap, so they are compressed (bench/start-up.mjs). Ajv generates them at boot, so that an invalid schema is an error at boot.
 */
import { PackedTexts } from './packed-texts.ts'

interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
}

/** The source text refers to Ajv as `self`, and to other values as `scope`. */
type Instantiate = (self: object, scope: unknown) => Validate

const sources = new PackedTexts()

export class LazyValidators {
  #text = ''

  /** The `code.process` option of Ajv: Ajv evaluates the returned text in place of the generated one. */
  readonly process = (text: string): string => {
    this.#text = text
    return 'return self.compileLazily(scope)'
  }

  addTo(ajv: object): void {
    Object.assign(ajv, { compileLazily: (scope: unknown) => toValidator(this.#text, ajv, scope) })
  }
}

function toValidator(text: string, ajv: object, scope: unknown): Validate {
  const readSource = sources.add(text)
  let own: Validate | null = null
  const validate: Validate = (data, context) => {
    own ??= (new Function('self', 'scope', readSource()) as Instantiate)(ajv, scope)
    const result = own(data, context)
    validate.errors = own.errors
    return result
  }
  return validate
}
