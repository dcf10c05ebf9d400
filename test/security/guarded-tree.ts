/** Random trees of contexts with guards, and an app that declares such a tree and records the guards and handlers that ran. */
import fc from 'fast-check'
import bearerAuth from '../../src/plugin/bearer-auth.ts'
import { type Anything, createApp, type Options, type Wild } from './wild.ts'

const guardKinds = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'bearer'] as const

interface GuardDeclaration {
  readonly kind: (typeof guardKinds)[number]
  /** Whether it is declared behind the routes and children of its context. */
  readonly isLate: boolean
  /** Whether a shared plugin declares it. */
  readonly byPlugin: boolean
}

interface RouteDeclaration {
  readonly path: string
  readonly methods: readonly string[]
  readonly constraints: Record<string, string>
  /** Whether its handler hands the request to the not-found handler. */
  readonly callsNotFound: boolean
}

interface Context {
  readonly prefix: string
  /** A shared plugin has no context: all it declares belongs to the one that registers it. */
  readonly isShared: boolean
  readonly guards: readonly GuardDeclaration[]
  readonly routes: readonly RouteDeclaration[]
  readonly hasNotFound: boolean
  readonly children: readonly Context[]
}

export interface Guard {
  readonly id: number
  readonly kind: GuardDeclaration['kind']
}

/** A handler, and every guard before it: those of its context and of the contexts above. */
export interface Place {
  readonly name: string
  readonly url: string
  readonly guards: () => Guard[]
  /** Empty where no route matched. */
  readonly method: string
  readonly constraints: Record<string, string>
  readonly callsNotFound: boolean
}

/** The guards and handlers that ran for a request. */
export interface Visit {
  readonly guards: number[]
  readonly places: Place[]
}

const route = fc.record({
  path: fc.constantFrom(
    '',
    '/',
    '/admin',
    '/Admin',
    '/admin/',
    '/admin/users',
    '/:id',
    '/users/:id',
    '/:a-:b',
    '/:id(^\\d+$)',
    '/*',
    '/files/*',
    '/%61dmin',
    '/caf\u00e9'
  ),
  methods: fc.constantFrom(['GET'], ['POST'], ['HEAD'], ['OPTIONS'], ['GET', 'POST'], ['DELETE', 'PUT']),
  constraints: fc.constantFrom({}, {}, {}, { version: '1.2.0' }, { host: 'other' }) as fc.Arbitrary<
    Record<string, string>
  >,
  callsNotFound: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
})

const guard = fc.record({
  kind: fc.constantFrom(...guardKinds),
  isLate: fc.boolean(),
  byPlugin: fc.boolean()
})

const { context } = fc.letrec<{ context: Context }>((tie) => ({
  context: fc.record({
    prefix: fc.constantFrom('', '/admin', '/a', '/a/', '/public', '/:tenant', 'x'),
    isShared: fc.boolean(),
    guards: fc.array(guard, { maxLength: 2 }),
    routes: fc.array(route, { maxLength: 3 }),
    hasNotFound: fc.boolean(),
    children: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constant([]),
      fc.array(tie('context') as fc.Arbitrary<Context>, { maxLength: 2 })
    )
  })
}))

export const tree = fc.record({
  root: context,
  caseSensitive: fc.boolean(),
  ignoreTrailingSlash: fc.boolean(),
  ignoreDuplicateSlashes: fc.boolean(),
  useSemicolonDelimiter: fc.boolean(),
  compile: fc.boolean(),
  exposeHeadRoutes: fc.boolean(),
  rewrite: fc.constantFrom('none', 'none', 'lower', 'decode', 'strip', 'collapse')
})

export type TreeDeclaration = typeof tree extends fc.Arbitrary<infer Value> ? Value : never

const rewrites: Record<string, (url: string) => string> = {
  lower: (url) => url.toLowerCase(),
  decode: (url) => {
    try {
      return decodeURI(url)
    } catch {
      return url
    }
  },
  strip: (url) => url.replace(/^\/public/, ''),
  collapse: (url) => url.replace(/\/{2,}/g, '/')
}

/** The header that lets a request pass the guards it lists, and the token that lets it pass those that want one. */
export const passHeader = 'x-pass'
export const token = 'open-sesame'

/** A context during its declaration: its guards are added as they are declared. */
interface Scope {
  readonly above: Scope | null
  readonly guards: Guard[]
}

function guardsOf(scope: Scope | null): Guard[] {
  return scope === null ? [] : [...guardsOf(scope.above), ...scope.guards]
}

export interface GuardedApp {
  readonly app: Wild
  readonly places: readonly Place[]
  /** Empties and answers what was noted since the last call. */
  readonly takeVisit: () => Visit
}

export function createGuardedApp(declared: TreeDeclaration, more: Options = {}): GuardedApp {
  const { root, rewrite, exposeHeadRoutes, ...routerOptions } = declared
  const rewriteUrl = rewrites[rewrite]
  const options: Options = { logger: false, exposeHeadRoutes, routerOptions, ...more }
  if (rewriteUrl !== undefined) options.rewriteUrl = (raw: { url: string }) => rewriteUrl(raw.url)
  const { app } = createApp(options)
  const declaration = new Declaration()
  declaration.fill(app, root, { above: null, guards: [] })
  return { app, places: declaration.places, takeVisit: () => declaration.takeVisit() }
}

class Declaration {
  readonly places: Place[] = []
  #visit: Visit = { guards: [], places: [] }
  #guardCount = 0
  /** The prefixes that have a not-found handler: a second one for the same targets is a boot error. */
  readonly #levels = new Set<string>()

  takeVisit(): Visit {
    const visit = this.#visit
    this.#visit = { guards: [], places: [] }
    return visit
  }

  fill(app: Wild, { guards, routes, hasNotFound, children }: Context, scope: Scope): void {
    const declareGuards = (isLate: boolean) => {
      for (const one of guards) if (one.isLate === isLate) this.#declareGuard(app, one, scope)
    }
    declareGuards(false)
    for (const one of routes) this.#declareRoute(app, one, scope)
    if (hasNotFound) this.#declareNotFound(app, scope)
    for (const child of children) this.#register(app, child, scope)
    declareGuards(true)
  }

  #register(app: Wild, child: Context, scope: Scope): void {
    const inner = child.isShared ? scope : { above: scope, guards: [] }
    const plugin = async (inside: Wild) => this.fill(inside, child, inner)
    if (child.isShared) share(plugin)
    app.register(plugin, { prefix: child.prefix })
  }

  #declareGuard(app: Wild, { kind, byPlugin }: GuardDeclaration, scope: Scope): void {
    const id = this.#guardCount++
    scope.guards.push({ id, kind })
    const declare = (inside: Wild) => {
      if (kind === 'bearer') inside.register(bearerAuth, { keys: [token], verifyErrorLogLevel: null })
      else inside.addHook(kind, this.#createHook(id, kind))
    }
    if (byPlugin) app.register(share(async (inside: Wild) => declare(inside)))
    else declare(app)
  }

  #createHook(id: number, kind: string): Anything {
    const check = (request: Anything, reply: Anything) => {
      this.#visit.guards.push(id)
      const passes = String(request.headers[passHeader] ?? '').split(',')
      return passes.includes(String(id)) || void reply.code(401).send('refused')
    }
    if (kind === 'preParsing') {
      return (request: Anything, reply: Anything, _payload: unknown, done: () => void) => {
        if (check(request, reply)) done()
      }
    }
    return (request: Anything, reply: Anything, done: () => void) => {
      if (check(request, reply)) done()
    }
  }

  #declareRoute(app: Wild, declared: RouteDeclaration, scope: Scope): void {
    const { path, methods, constraints, callsNotFound } = declared
    const url = app.prefix.endsWith('/') && path.startsWith('/') ? app.prefix + path.slice(1) : app.prefix + path
    if (url === '') return
    for (const method of methods) {
      const name = `${method} ${url}`
      const place: Place = { name, url, method, guards: () => guardsOf(scope), constraints, callsNotFound }
      const handler = (_request: unknown, reply: Anything) => {
        this.#visit.places.push(place)
        return callsNotFound ? reply.callNotFound() : 'reached'
      }
      try {
        app.route({ method, url: path, constraints, handler })
      } catch (error) {
        if ((error as { code?: string }).code === 'FST_ERR_DUPLICATED_ROUTE') continue
        throw error
      }
      this.places.push(place)
    }
  }

  #declareNotFound(app: Wild, scope: Scope): void {
    const url = app.prefix
    const level = url.toLowerCase().replace(/\/+$/, '')
    if (this.#levels.has(level)) return
    this.#levels.add(level)
    const name = `not found ${url}`
    const place: Place = { name, url, method: '', guards: () => guardsOf(scope), constraints: {}, callsNotFound: false }
    app.setNotFoundHandler((_request: unknown, reply: Anything) => {
      this.#visit.places.push(place)
      reply.code(404).send('nothing here')
    })
  }
}

function share<Plugin extends object>(plugin: Plugin): Plugin {
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}
