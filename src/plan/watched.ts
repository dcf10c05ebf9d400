/**
 * Wraps functions of routes, so that the command `espalier request` can show which of them run. The command sets a function on the global object
 * before the application boots. Without that function nothing is wrapped.
 */
import type { BodyOptions } from '../stage/body.ts'
import type { RouteValidators } from '../stage/validate.ts'
import type { ContentTypeParser } from '../tree/content-type-parser.ts'
import type { Callable } from '../user-function.ts'

/** @param subject the function that runs, or the part of the request that a validator checks, such as `body` */
type Watch = (stage: string, subject: Callable | string) => void

// A global symbol, because the command and the application may load different copies of this package.
const watchKey = Symbol.for('espalier.watch')

const watcher = (): Watch | undefined => (globalThis as { [watchKey]?: Watch })[watchKey]

/** The wrapper is a proxy, which keeps the length of the function and whether it is async. Both determine how espalier calls the function. */
export function watched<Fn extends (...args: never[]) => unknown>(
  stage: string,
  fn: Fn,
  subject: Callable | string
): Fn {
  const watch = watcher()
  if (watch === undefined) return fn
  return new Proxy(fn, {
    apply(target, self, args) {
      watch(stage, subject)
      return Reflect.apply(target, self, args)
    }
  })
}

export function watchedParsers(parsers: BodyOptions['parsers']): BodyOptions['parsers'] {
  if (watcher() === undefined) return parsers
  const wrap = (parser: ContentTypeParser | undefined) =>
    parser && { ...parser, parse: watched('parse', parser.parse, parser.parse) }
  return { catchAll: wrap(parsers.catchAll), find: (type, essence) => wrap(parsers.find(type, essence)) }
}

type Check = Exclude<RouteValidators[number]['check'], ReadonlyMap<string, unknown>>

export function watchedValidators(validators: RouteValidators | null): RouteValidators | null {
  if (watcher() === undefined || validators === null) return validators
  return validators.map((part) => {
    const wrap = (check: Check): Check => {
      const { forForm } = check
      const validate = watched('validate', check.validate, part.httpPart)
      return { ...check, validate, forForm: forForm && (() => wrap(forForm())) }
    }
    const { check } = part
    if ('validate' in check) return { ...part, check: wrap(check) }
    return { ...part, check: new Map([...check].map(([type, one]) => [type, wrap(one)])) }
  })
}
