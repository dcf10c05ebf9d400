/**
 * Lets find-my-way work where a process runs no text as code (`--disallow-code-generation-from-strings`). For each route it makes up to four
 * small functions from text; where that is refused, closures that do what these texts say stand in for them.
 *
 * The constructor `Function` is replaced while a route is added, which is synchronous, and only in such a process. A text that is not one of
 * the four goes to the real constructor, which refuses it.
 */

type Method = (this: never, ...args: never[]) => unknown
type Interpret = (body: string) => Method

/** By the names of the parameters. */
const interpretations: Readonly<Record<string, Interpret>> = {
  'path,i': interpretPrefix,
  NullObject: interpretParams,
  derivedConstraints: interpretMatch,
  'req,ctx': interpretDerive
}

let refused: boolean | undefined

/** Runs what adds a route, with `Function` standing for what is allowed. */
export function withFunctions<T>(run: () => T): T {
  refused ??= isRefused()
  if (!refused) return run()
  const real = globalThis.Function
  globalThis.Function = createStandIn(real)
  try {
    return run()
  } finally {
    globalThis.Function = real
  }
}

function isRefused(): boolean {
  try {
    return new Function('return true')() !== true
  } catch {
    return true
  }
}

function createStandIn(real: FunctionConstructor): FunctionConstructor {
  function StandIn(...texts: string[]): unknown {
    const body = texts.pop() ?? ''
    return interpretations[texts.join()]?.(body) ?? real(...texts, body)
  }
  StandIn.prototype = real.prototype
  return StandIn as never
}

/** Whether a path goes on with the rest of a prefix, whose first character has been compared. */
function interpretPrefix(body: string): Method {
  const codes = [...body.matchAll(/charCodeAt\(i \+ (\d+)\) === (\d+)/g)].map(([, , code]) => Number(code))
  return (path: string, i: number) => codes.every((code, at) => path.charCodeAt(i + 1 + at) === code)
}

/** Makes the object of a route's parameters: four values come as arguments, the others as a list. */
function interpretParams(body: string): Method {
  const names: string[] = [...body.matchAll(/^params\[(".*")\] = /gm)].map(([, name]) => JSON.parse(name as string))
  return (NullObject: new () => Record<string, unknown>) =>
    (first: unknown, second: unknown, third: unknown, fourth: unknown, others: unknown[]) => {
      const values = [first, second, third, fourth, ...(others ?? [])]
      const params = new NullObject()
      for (const [index, name] of names.entries()) params[name] = values[index]
      return params
    }
}

interface Storage {
  readonly handlers: readonly unknown[]
  readonly constrainedHandlerStores: Readonly<Record<string, { get(value: unknown): number | undefined }>>
}

const constraintText =
  /mask = (-?\d+)\s+value = derivedConstraints\.(\S+)[^}]*\} else \{[^}]*candidates &= (matches|\(matches \| mask\))/g

/** Which handler of a path a request's constraints choose: handlers are bits, the most constrained the highest. */
function interpretMatch(body: string): Method {
  const all = Number(/let candidates = (-?\d+)/.exec(body)?.[1])
  const constraints = [...body.matchAll(constraintText)].map(([, mask, name, rule]) => ({
    name: name as string,
    mask: Number(mask),
    isRequired: rule === 'matches'
  }))
  const absent = [...body.matchAll(/^if \(derivedConstraints\.(\S+) !== undefined\) return null/gm)].map(
    ([, name]) => name
  )

  return function (this: Storage, derived: Record<string, unknown>) {
    let candidates = all
    for (const { name, mask, isRequired } of constraints) {
      const value = derived[name]
      const matches = this.constrainedHandlerStores[name]?.get(value) || 0
      candidates &= value === undefined ? mask : isRequired ? matches : matches | mask
      if (candidates === 0) return null
    }
    if (absent.some((name) => derived[name as string] !== undefined)) return null
    return this.handlers[31 - Math.clz32(candidates)]
  } as Method
}

type Headers = Readonly<Record<string, unknown>>

interface Constrainer {
  readonly strategies: Readonly<Record<string, { deriveConstraint(request: unknown, context: unknown): unknown }>>
}

/** What a request says to each constraint in use. */
function interpretDerive(body: string): Method {
  const names = [...body.matchAll(/^ +(\S+): (req|this\.strategies\.(\S+)\.derive)/gm)].map(([, name, , key]) => ({
    name: name as string,
    key
  }))
  const derive = (
    constrainer: Constrainer,
    key: string | undefined,
    name: string,
    request: never,
    context: unknown
  ) => {
    if (key !== undefined) return constrainer.strategies[key]?.deriveConstraint(request, context)
    const { headers } = request as { headers: Headers }
    return name === 'version' ? headers['accept-version'] : headers.host || headers[':authority']
  }
  return function (this: Constrainer, request: never, context: unknown) {
    return Object.fromEntries(names.map(({ name, key }) => [name, derive(this, key, name, request, context)]))
  } as Method
}
