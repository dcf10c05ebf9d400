/**
 * Delays the evaluation of a validator's source until the first call, because evaluating all sources would take a tenth of the boot. Ajv generates
 * the source at boot, so that an invalid schema is an error then. Sources would fill half of the heap, so they are compressed (bench/start-up.mjs).
 */
import { PackedTexts } from './packed-texts.ts'

interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
}

/** In the source, `self` is Ajv, and `scope` contains other values. */
type Instantiate = (self: object, scope: unknown) => Validate

const sources = new PackedTexts()

export class LazyValidators {
  #text = ''

  /** Ajv's option `code.process`. Ajv evaluates the returned text instead of the generated source. */
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
