/**
 * Wraps functions of plans, so that a tool is notified when they run. The tool puts a function on the global object before the application boots.
 * Without it, plans hold the functions themselves, and a request pays nothing.
 */
import type { RouteValidators } from '../stage/validate.ts'
import type { ContentTypeParser } from '../tree/content-type-parser.ts'
import type { Callable } from '../user-function.ts'

/** @param subject the function that runs, or the part of a request that a validator checks */
type Watch = (stage: string, subject: Callable | string) => void

// A global symbol, because a command may have loaded another copy of the package.
const watch = Symbol.for('espalier.watch')

const tool = (): Watch | undefined => (globalThis as { [watch]?: Watch })[watch]

/** Returns the function itself if no tool watches. A proxy keeps the length, the name and `async`, which decide how the function is called. */
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

/** The parsers of a context, each of which notifies the tool when it runs. */
export function watchedParsers(parsers: Parsers): Parsers {
  if (tool() === undefined) return parsers
  const told = (parser: ContentTypeParser | undefined) =>
    parser && { ...parser, parse: watched('parse', parser.parse, parser.parse) }
  return { catchAll: told(parsers.catchAll), find: (type, essence) => told(parsers.find(type, essence)) }
}

type Check = Exclude<RouteValidators[number]['check'], ReadonlyMap<string, unknown>>

/** The validators of a route. Each notifies the tool of its part of the request when it runs. */
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
