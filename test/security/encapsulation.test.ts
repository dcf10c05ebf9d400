/**
 * The law of encapsulation on random trees: declarations of a context are visible in it and below it only, in any order. Declarations of a shared
 * plugin belong to the context that registers it. The oracle is the tree itself.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../fuzz/budget.ts'
import { type Anything, createApp, type Wild } from './wild.ts'

const kinds = [
  'decorator',
  'request',
  'reply',
  'hook',
  'schema',
  'parser',
  'errorHandler',
  'validator',
  'serializer'
] as const
type Kind = (typeof kinds)[number]

interface Plugin {
  readonly isShared: boolean
  /** Whether the plugin is awaited before its parent goes on. */
  readonly isAwaited: boolean
  /** The declarations before its children, and after them. */
  readonly early: readonly Kind[]
  readonly late: readonly Kind[]
  readonly children: readonly Plugin[]
}

const { plugin } = fc.letrec<{ plugin: Plugin }>((tie) => ({
  plugin: fc.record({
    isShared: fc.boolean(),
    isAwaited: fc.boolean(),
    early: fc.uniqueArray(fc.constantFrom(...kinds), { maxLength: 3 }),
    late: fc.uniqueArray(fc.constantFrom(...kinds), { maxLength: 3 }),
    children: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constant([]),
      fc.array(tie('plugin') as fc.Arbitrary<Plugin>, { maxLength: 3 })
    )
  })
}))

/** A context, the declarations made in it, and those above. */
interface Scope {
  readonly id: number
  readonly above: Scope | null
  readonly declared: Set<string>
  /** A context inherits parsers when it is created. Later parsers of the contexts above do not reach it. */
  parsers: readonly string[]
}

function* pathOf(scope: Scope): Generator<Scope> {
  yield scope
  if (scope.above !== null) yield* pathOf(scope.above)
}

/** The declarations of a kind that a context must see. */
function seenBy(scope: Scope, kind: Kind): string[] {
  const names = [...pathOf(scope)].flatMap(({ declared }) => [...declared])
  return names.filter((name) => name.startsWith(`${kind}_`)).sort()
}

function parsersOf({ parsers, declared }: Scope): string[] {
  return [...parsers, ...[...declared].filter((name) => name.startsWith('parser_'))]
}

/** The declaration that counts where the nearest wins: in one context the last, else that of the nearest above. */
function nearest(scope: Scope, kind: Kind): string | undefined {
  for (const { declared } of pathOf(scope)) {
    const own = [...declared].filter((name) => name.startsWith(`${kind}_`))
    if (own.length > 0) return own.at(-1)
  }
  return undefined
}

const failing = { type: 'object', required: ['never'] }

class Tree {
  readonly scopes: Scope[] = []
  readonly #names: string[] = []
  #count = 0

  create(above: Scope | null): Scope {
    const scope: Scope = { id: this.scopes.length, above, declared: new Set(), parsers: [] }
    this.scopes.push(scope)
    return scope
  }

  async fill(app: Wild, { early, late, children }: Plugin, scope: Scope, isShared: boolean): Promise<void> {
    if (!isShared) this.#declareRoutes(app, scope)
    for (const kind of early) this.#declare(app, kind, scope)
    for (const child of children) {
      const inner = child.isShared ? scope : this.create(scope)
      const setup = async (inside: Wild) => {
        if (!child.isShared) inner.parsers = parsersOf(scope)
        await this.fill(inside, child, inner, child.isShared)
      }
      const registered = app.register(
        child.isShared ? Object.assign(setup, { [Symbol.for('skip-override')]: true }) : setup
      )
      if (child.isAwaited) await registered
    }
    for (const kind of late) this.#declare(app, kind, scope)
  }

  #declare(app: Wild, kind: Kind, scope: Scope): void {
    const name = `${kind}_${this.#count++}`
    // One context has one of each of these; a second replaces it or is refused.
    const isSingle = kind === 'errorHandler' || kind === 'validator' || kind === 'serializer'
    if (isSingle && [...scope.declared].some((own) => own.startsWith(`${kind}_`))) return
    scope.declared.add(name)
    this.#names.push(name)
    declarations[kind](app, name)
  }

  /** Routes that show what their context sees. */
  #declareRoutes(app: Wild, scope: Scope): void {
    const target = `/${scope.id}`
    app.get(target, (request: Anything, reply: Anything) => ({
      decorator: this.#all('decorator').filter((name) => name in reply.server),
      request: this.#all('request').filter((name) => name in request),
      reply: this.#all('reply').filter((name) => name in reply),
      schema: this.#all('schema').filter((name) => reply.server.getSchema(name) !== undefined),
      hook: [...(request.raw.hooks ?? [])].sort()
    }))
    app.post(target, (request: Anything) => ({ body: request.body }))
    app.get(`${target}/error`, () => {
      throw new Error('boom')
    })
    app.get(`${target}/valid`, { schema: { querystring: failing } }, () => 'valid')
    app.get(`${target}/serial`, { schema: { response: { 200: { type: 'object', properties: {} } } } }, () => ({}))
  }

  #all(kind: Kind): string[] {
    return this.#names.filter((name) => name.startsWith(`${kind}_`)).sort()
  }
}

const declarations: Record<Kind, (app: Wild, name: string) => unknown> = {
  decorator: (app, name) => app.decorate(name, name),
  request: (app, name) => app.decorateRequest(name, name),
  reply: (app, name) => app.decorateReply(name, name),
  schema: (app, name) => app.addSchema({ $id: name, type: 'object' }),
  hook: (app, name) =>
    app.addHook('onRequest', async ({ raw }: Anything) => {
      raw.hooks = [...(raw.hooks ?? []), name]
    }),
  parser: (app, name) =>
    app.addContentTypeParser(
      `text/${name}`,
      { parseAs: 'string' },
      (_request: unknown, _body: string, done: Anything) => done(null, name)
    ),
  errorHandler: (app, name) =>
    app.setErrorHandler((_error: unknown, _request: unknown, reply: Anything) => reply.code(500).send(name)),
  validator: (app, name) => app.setValidatorCompiler(() => () => ({ error: new Error(name) })),
  serializer: (app, name) => app.setSerializerCompiler(() => () => JSON.stringify(name))
}

async function check(app: Wild, scope: Scope, all: readonly Scope[]): Promise<void> {
  const target = `/${scope.id}`
  const handler = nearest(scope, 'errorHandler')
  const seen = (await app.inject({ url: target })).json()
  for (const kind of ['decorator', 'request', 'reply', 'schema', 'hook'] as const)
    assert.deepEqual(seen[kind], seenBy(scope, kind), `${kind} seen by ${scope.id}`)

  const failed = await app.inject({ url: `${target}/error` })
  assert.equal(failed.statusCode, 500)
  if (handler !== undefined) assert.equal(failed.body, handler)
  else assert.equal(failed.json().message, 'boom')

  const validator = nearest(scope, 'validator')
  const invalid = await app.inject({ url: `${target}/valid` })
  if (handler !== undefined) assert.equal(invalid.body, handler)
  else assert.equal(invalid.json().message, validator ?? "querystring must have required property 'never'")

  const serialized = await app.inject({ url: `${target}/serial` })
  assert.equal(serialized.body, JSON.stringify(nearest(scope, 'serializer') ?? {}))

  const visible = parsersOf(scope)
  const names = all.flatMap(({ declared }) => [...declared]).filter((name) => name.startsWith('parser_'))
  for (const name of names) {
    const headers = { 'content-type': `text/${name}` }
    const parsed = await app.inject({ method: 'POST', url: target, headers, payload: 'x' })
    if (visible.includes(name)) assert.deepEqual(parsed.json(), { body: name })
    else if (handler === undefined) assert.equal(parsed.statusCode, 415, `${name} in ${scope.id}`)
    else assert.equal(parsed.body, handler)
  }
}

test('declarations of a context are visible in it and below it only, in any order of declaration', async () => {
  await fc.assert(
    fc.asyncProperty(plugin, async (root) => {
      const { app } = createApp({ logger: false, exposeErrors: true, lateSettings: true })
      const tree = new Tree()
      try {
        await tree.fill(app, root, tree.create(null), false)
        await app.ready()
        for (const scope of tree.scopes) await check(app, scope, tree.scopes)
      } finally {
        await app.close()
      }
    }),
    budget(60)
  )
})
