/**
 * Lets find-my-way work where code generation from strings is disabled (`--disallow-code-generation-from-strings`). For each route, find-my-way
 * makes up to four small functions from source text. While a route is added, the global `Function` is replaced by a constructor that returns
 * equivalent closures.
 *
 * If a source text were parsed wrongly, requests would reach routes that they do not match. So the text is generated again from the parsed data,
 * and any difference stops the boot. The manifest pins the one release of find-my-way that has these texts.
 */
import { errors } from '../error/error.ts'
import { isWorker, require } from '../require.ts'
import type { UserFunction as Method } from '../user-function.ts'

interface Kind<Parsed> {
  readonly parse: (body: string) => Parsed | undefined
  readonly generate: (parsed: Parsed) => string
  readonly make: (parsed: Parsed) => Method
}

const interpreting =
  <Parsed>({ parse, generate, make }: Kind<Parsed>) =>
  (body: string): Method | undefined => {
    const parsed = parse(body)
    return parsed === undefined || generate(parsed) !== body ? undefined : make(parsed)
  }

let isDisabled: boolean | undefined

/**
 * Runs `run` with `Function` replaced where code generation is disabled.
 *
 * @throws ESP_ERR_ROUTER_UNSUPPORTED when the installed find-my-way generates unknown code
 */
export function withFunctions<T>(run: () => T): T {
  // Cloudflare Workers allow code generation at startup, but not during a request. An app may boot during its first request, so a test at startup
  // proves nothing. Code generation counts as disabled in every worker.
  isDisabled ??= isWorker || !canGenerateCode()
  if (!isDisabled) return run()
  const real = globalThis.Function
  globalThis.Function = createStandIn(real)
  try {
    return run()
  } finally {
    globalThis.Function = real
  }
}

function canGenerateCode(): boolean {
  try {
    return new Function('return true')() === true
  } catch {
    return false
  }
}

function createStandIn(real: FunctionConstructor): FunctionConstructor {
  function StandIn(...texts: string[]): unknown {
    const body = texts.pop() ?? ''
    const parameters = texts.join()
    return Object.hasOwn(kinds, parameters) ? interpret(parameters, body) : real(...texts, body)
  }
  StandIn.prototype = real.prototype
  return StandIn as never
}

export function interpret(parameters: string, body: string): Method {
  const method = kinds[parameters]?.(body)
  if (method !== undefined) return method
  throw new errors.ESP_ERR_ROUTER_UNSUPPORTED(require('espalier/package.json').dependencies['find-my-way'])
}

const strict = "'use strict'"
const identifier = '[\\p{ID_Start}$_][\\p{ID_Continue}$]*'
const allOf = (pattern: string, body: string) => [...body.matchAll(new RegExp(pattern, 'gmu'))]

/** Stands for the function that compares the rest of a path with the text of a router node. The first character was compared before. */
const prefix: Kind<readonly number[]> = {
  parse: (body) => allOf('=== (\\d+)', body).map(([, code]) => Number(code)),
  generate: (codes) =>
    `${strict}\nreturn ${codes.map((code, at) => `path.charCodeAt(i + ${at + 1}) === ${code}`).join(' && ')}`,
  make: (codes) => (path: string, i: number) =>
    codes.length === 0 ? undefined : codes.every((code, at) => path.charCodeAt(i + 1 + at) === code)
}

/** Stands for the function that makes the object of path parameters. Its first four values are arguments, the others are in an array. */
const params: Kind<readonly string[]> = {
  parse(body) {
    try {
      return allOf('^params\\[(".*")\\] = ', body).map(([, name]) => JSON.parse(name as string))
    } catch {
      return undefined
    }
  },
  generate: (names) =>
    [
      strict,
      'const fn = function _createParamsObject (param0, param1, param2, param3, extraParams) {',
      'const params = new NullObject()',
      ...names.map((name, i) => `params[${JSON.stringify(name)}] = ${i < 4 ? `param${i}` : `extraParams[${i - 4}]`}`),
      'return params',
      '}',
      'return fn'
    ].join('\n'),
  make:
    (names) =>
    (NullObject: new () => Record<string, unknown>) =>
    (first: unknown, second: unknown, third: unknown, fourth: unknown, others: unknown[]) => {
      const values = [first, second, third, fourth, ...(others ?? [])]
      const params = new NullObject()
      for (const [index, name] of names.entries()) params[name] = values[index]
      return params
    }
}

interface Storage {
  readonly handlers: readonly unknown[]
  readonly constrainedHandlerStores: Readonly<Record<string, Store>>
}

interface Store {
  get(value: unknown): number | undefined
}

interface Match {
  readonly all: string
  readonly constraints: readonly { readonly name: string; readonly mask: string; readonly isRequired: boolean }[]
  /** A request with a value for one of these constraints matches no handler. */
  readonly absent: readonly string[]
}

/**
 * Stands for the function that finds the handler for a request's constraints. Each handler is one bit of a mask. The highest bit has the most
 * constraints.
 */
const match: Kind<Match> = {
  parse(body) {
    const all = /let candidates = (0|-?[1-9]\d*)$/m.exec(body)?.[1]
    if (all === undefined) return undefined
    const masks = allOf('mask = (0|-?[1-9]\\d*)$', body)
    const rules = allOf('candidates &= (matches|\\(matches \\| mask\\))$', body)
    const constraints = allOf(`value = derivedConstraints\\.(${identifier})$`, body).map(([, name], at) => ({
      name: name as string,
      mask: masks[at]?.[1] ?? '',
      isRequired: rules[at]?.[1] === 'matches'
    }))
    const absent = allOf(`^if \\(derivedConstraints\\.(${identifier}) !== undefined\\) return null$`, body)
    return { all, constraints, absent: absent.map(([, name]) => name as string) }
  },
  generate: ({ all, constraints, absent }) =>
    [
      strict,
      `\n    let candidates = ${all}\n    let mask, matches, value\n    `,
      ...constraints.flatMap(({ name, mask, isRequired }) => [
        `\n      mask = ${mask}\n      value = derivedConstraints.${name}\n      `,
        `
      if (value === undefined) {
        candidates &= mask
      } else {
        matches = this.constrainedHandlerStores.${name}.get(value) || 0
        candidates &= ${isRequired ? 'matches' : '(matches | mask)'}
      }
      if (candidates === 0) return null;
      `
      ]),
      ...absent.map((name) => `if (derivedConstraints.${name} !== undefined) return null`),
      'return this.handlers[31 - Math.clz32(candidates)]'
    ].join('\n'),
  make: ({ all, constraints, absent }) =>
    function (this: Storage, derived: Record<string, unknown>) {
      let candidates = Number(all)
      for (const { name, mask, isRequired } of constraints) {
        const value = derived[name]
        const bits = Number(mask)
        if (value === undefined) candidates &= bits
        else {
          const matches = (this.constrainedHandlerStores[name] as Store).get(value) || 0
          candidates &= isRequired ? matches : matches | bits
        }
        if (candidates === 0) return null
      }
      if (absent.some((name) => derived[name] !== undefined)) return null
      return this.handlers[31 - Math.clz32(candidates)]
    } as Method
}

interface Constrainer {
  readonly strategies: Readonly<Record<string, Strategy>>
}

interface Strategy {
  deriveConstraint(request: unknown, context: unknown): unknown
}

interface Derived {
  readonly name: string
  /** `undefined` if the router derives the value without a strategy. */
  readonly key: string | undefined
}

const derive: Kind<readonly Derived[]> = {
  parse: (body) =>
    allOf(`^ +(${identifier}): (?:req\\.|this\\.strategies\\.(${identifier})\\.)`, body).map(([, name, key]) => ({
      name: name as string,
      key
    })),
  generate: (list) => [strict, 'return {', ...list.map(generateDerived), '}'].join('\n'),
  make: (list) =>
    function (this: Constrainer, request: never, context: unknown) {
      return Object.fromEntries(list.map((one) => [one.name, deriveOne(this, one, request, context)]))
    } as Method
}

function generateDerived({ name, key }: Derived): string {
  if (key !== undefined) return `  ${name}: this.strategies.${key}.deriveConstraint(req, ctx),`
  return name === 'version'
    ? "   version: req.headers['accept-version'],"
    : "   host: req.headers.host || req.headers[':authority'],"
}

function deriveOne({ strategies }: Constrainer, { name, key }: Derived, request: never, context: unknown): unknown {
  if (key !== undefined) return (strategies[key] as Strategy).deriveConstraint(request, context)
  const { headers } = request as { headers: Readonly<Record<string, unknown>> }
  return name === 'version' ? headers['accept-version'] : headers.host || headers[':authority']
}

const kinds: Readonly<Record<string, (body: string) => Method | undefined>> = {
  'path,i': interpreting(prefix),
  NullObject: interpreting(params),
  derivedConstraints: interpreting(match),
  'req,ctx': interpreting(derive)
}
