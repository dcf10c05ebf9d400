/**
 * Functions of plans that tell a tool when they run. A tool that traces requests leaves a function on the global object before the application boots:
 * then plans hold watched functions. Otherwise they hold the functions themselves, and a request pays nothing.
 */
import type { RouteValidators } from '../stage/validate.ts'
import type { ContentTypeParser } from '../tree/content-type-parser.ts'
import type { Callable } from '../user-function.ts'

/** @param subject the function that runs, or the part of a request whose validator does */
type Watch = (stage: string, subject: Callable | string) => void

// By a global symbol, because a command may come with another copy of the package.
const watch = Symbol.for('espalier.watch')

const tool = (): Watch | undefined => (globalThis as { [watch]?: Watch })[watch]

/** Returns the function itself where no tool watches. A proxy keeps its length, its name and whether it is async, which decide how it is called. */
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

/** The parsers of a context, each of which tells when it runs. */
export function watchedParsers(parsers: Parsers): Parsers {
  if (tool() === undefined) return parsers
  const told = (parser: ContentTypeParser | undefined) =>
    parser && { ...parser, parse: watched('parse', parser.parse, parser.parse) }
  return { catchAll: told(parsers.catchAll), find: (type, essence) => told(parsers.find(type, essence)) }
}

type Check = Exclude<RouteValidators[number]['check'], ReadonlyMap<string, unknown>>

/** The validators of a route, each of which tells its part of the request when it runs. */
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
