/**
 * Has V8 read the text of a generated function when that is first called. The text is whole before, and certain to be one function. Reading
 * texts is a tenth of what an app with many schemas costs to start, and half of its heap were it not that unread ones are packed
 * (bench/start-up.mjs).
 */
import { once } from './once.ts'
import { PackedTexts } from './packed-texts.ts'

interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
}

type Stringify = (data: unknown) => string

/** What Ajv gives to the text that it compiles: itself, and the values that the text names. */
type Instantiate = (self: object, scope: unknown) => Validate
/** What fast-json-stringify gives to its text: what chooses between branches, and the writers of primitives. */
type MakeStringify = (validator: unknown, serializer: unknown) => Stringify

const unread = new PackedTexts()

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

/**
 * Runs fast-json-stringify so that the function it answers is read later. The constructor `Function` is replaced while it runs, which is
 * synchronous, and only its own text is taken. Its option for text, `mode: 'standalone'`, reads the text once before answering it: 1000
 * routes then start at 0.52 of Fastify's CPU instead of 0.43 (Node 24).
 */
export function withDeferredSerializers<T>(run: () => T): T {
  const real = globalThis.Function
  const isReplaceable = Object.getOwnPropertyDescriptor(globalThis, 'Function')?.writable === true
  if (!isReplaceable) return run()
  globalThis.Function = new Proxy(real, { construct: constructLater })
  try {
    return run()
  } finally {
    globalThis.Function = real
  }
}

function constructLater(Real: FunctionConstructor, args: string[], newTarget: unknown): object {
  const [first, second, text] = args
  if (first === 'validator' && second === 'serializer' && text !== undefined) return deferMaker(Real, text)
  return Reflect.construct(Real, args, newTarget as FunctionConstructor)
}

function deferMaker(Real: FunctionConstructor, text: string): MakeStringify {
  // A process that runs no text as code refuses this at boot, not the first request.
  new Real('')
  const find = unread.add(text)
  return (validator, serializer) => {
    const read = once(() => (new Function('validator', 'serializer', find()) as MakeStringify)(validator, serializer))
    return (data) => read()(data)
  }
}
