/**
 * Has V8 read the text of a validator when it is first called. The text is whole before, and certain to be one function; reading it is a
 * tenth of what an app with many schemas costs to start (bench/start-up.mjs).
 */

interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
}

/** What Ajv gives to the text that it compiles: itself, and the values that the text names. */
type Instantiate = (self: object, scope: unknown) => Validate

export class DeferredReading {
  #text = ''

  /** Stands in for a text: the `code.process` of Ajv, which runs what it answers at once, with the instance as `self`. */
  readonly process = (text: string): string => {
    this.#text = text
    return 'return self.readLater(scope)'
  }

  addTo(ajv: object): void {
    Object.assign(ajv, { readLater: (scope: unknown) => toValidator(this.#text, ajv, scope) })
  }
}

function toValidator(text: string, ajv: object, scope: unknown): Validate {
  // Ajv adds a text up from hundreds of pieces, which reading one of its characters turns into one string of a third of the size.
  text.charCodeAt(0)
  let read: Validate | undefined
  const validate: Validate = (data, context) => {
    if (read === undefined) {
      read = (new Function('self', 'scope', text) as Instantiate)(ajv, scope)
      text = ''
    }
    const answer = read(data, context)
    validate.errors = read.errors
    return answer
  }
  return validate
}
