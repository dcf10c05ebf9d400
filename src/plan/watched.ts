/**
 * Wraps functions of plans, so that the command `espalier request` can show which of them run. Before the application boots, the command sets a
 * function on the global object. Without that function nothing is wrapped, and requests have no extra cost.
 */
import type { RouteValidators } from '../stage/validate.ts'
import type { ContentTypeParser } from '../tree/content-type-parser.ts'
import type { Callable } from '../user-function.ts'

/** @param subject the function that runs; for a validator, the part of the request that it checks, such as `body` */
type Watch = (stage: string, subject: Callable | string) => void

// A global symbol, because the command and the application may load different copies of this package.
const watch = Symbol.for('espalier.watch')

const tool = (): Watch | undefined => (globalThis as { [watch]?: Watch })[watch]

/**
 * Returns `fn` itself, or a proxy that reports each call. A proxy keeps the length, the name and `async`, because they decide how espalier calls a
 * function.
 */
export function watched<Fn extends (...args: never[]) => unknown>(
  stage: string,
  fn: Fn,
  subject: Callable | string
): Fn {
  const tell = tool()
  if (tell === undefined) return fn
  return new Proxy(fn, {
    apply(target, self, args) {
      tell(stage, subject)
      return Reflect.apply(target, self, args)
    }
  })
}

interface Parsers {
  readonly catchAll: ContentTypeParser | undefined
  find(type: string, essence: string): ContentTypeParser | undefined
}

export function watchedParsers(parsers: Parsers): Parsers {
  if (tool() === undefined) return parsers
  const told = (parser: ContentTypeParser | undefined) =>
    parser && { ...parser, parse: watched('parse', parser.parse, parser.parse) }
  return { catchAll: told(parsers.catchAll), find: (type, essence) => told(parsers.find(type, essence)) }
}

type Check = Exclude<RouteValidators[number]['check'], ReadonlyMap<string, unknown>>

export function watchedValidators(validators: RouteValidators | null): RouteValidators | null {
  if (tool() === undefined || validators === null) return validators
  return validators.map((part) => {
    const told = (check: Check): Check => {
      const { ofForm } = check
      const validate = watched('validate', check.validate, part.httpPart)
      return { ...check, validate, ofForm: ofForm && (() => told(ofForm())) }
    }
    const { check } = part
    if ('validate' in check) return { ...part, check: told(check) }
    return { ...part, check: new Map([...check].map(([type, one]) => [type, told(one)])) }
  })
}
