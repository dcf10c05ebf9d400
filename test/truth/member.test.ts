// The members of every app, request and reply: each has its type in every situation, and every part of the type occurs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import ts from '@tsd/typescript'
import { consumerOptions } from '../consumer-options.ts'
import { type Anything, createApp, type Options, type Wild } from '../security/wild.ts'

type Kinds = ReadonlySet<string>

const source = `import type { App, InitialConfig, Reply, Request } from 'espalier'
export declare const app: App
export declare const request: Request<App>
export declare const reply: Reply<App, Request<App>>
export declare const initialConfig: InitialConfig
export declare const address: ReturnType<App['addresses']>[number]
export declare const ips: NonNullable<Request['ips']>[number]`

/** Returns the results of `typeof` for the values of a type; `null` has its name. */
function kindsOf(type: ts.Type): string[] {
  if (type.isUnion()) return type.types.flatMap(kindsOf)
  if (type.isIntersection()) return kindsOf(type.types[0] ?? type)
  const { flags } = type
  if (flags & ts.TypeFlags.StringLike) return ['string']
  if (flags & ts.TypeFlags.NumberLike) return ['number']
  if (flags & ts.TypeFlags.BooleanLike) return ['boolean']
  if (flags & ts.TypeFlags.Undefined) return ['undefined']
  if (flags & ts.TypeFlags.Null) return ['null']
  return [type.getCallSignatures().length > 0 ? 'function' : 'object']
}

/** A union or a value other than an object has no members here. */
function membersOf(type: ts.Type): ts.Symbol[] {
  return type.isUnion() || type.flags & ts.TypeFlags.StringLike ? [] : type.getProperties()
}

/** Returns the types of each member according to the compiler, and of whole values under the name `''`. A member of unknown type is omitted. */
function believe(): Record<string, Map<string, Kinds>> {
  const file = resolve('.build/truth-member.ts')
  const options: ts.CompilerOptions = { ...consumerOptions, noEmit: true }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true) : getSourceFile(path, ...rest)
  host.fileExists = (path) => path === file || fileExists(path)
  const program = ts.createProgram([file], options, host)
  const checker = program.getTypeChecker()
  const module = program.getSourceFile(file) ?? assert.fail()
  assert.deepEqual(program.getSemanticDiagnostics(module), [])
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(module) ?? assert.fail())
  return Object.fromEntries(
    exported.map((symbol) => {
      const type = checker.getTypeOfSymbol(symbol)
      const members = membersOf(type)
        .filter(({ name }) => !/^(?:[ ~]|__@)/.test(name))
        .map((member) => [member.name, checker.getTypeOfSymbol(member)] as const)
        .filter(([, { flags }]) => !(flags & ts.TypeFlags.Unknown))
      const whole = ['', new Set(kindsOf(type))] as const
      return [
        symbol.name,
        new Map<string, Kinds>([whole, ...members.map(([name, of]) => [name, new Set(kindsOf(of))] as const)])
      ]
    })
  )
}

const beliefs = believe()
const seen = new Map<string, Set<string>>()

/** Notes what the members of a value are now. */
function look(at: string, value: Anything): void {
  const note = (name: string, one: unknown) => {
    const key = `${at}.${name}`
    seen.set(key, (seen.get(key) ?? new Set()).add(one === null ? 'null' : typeof one))
  }
  note('', value)
  if (typeof value === 'object' && at in beliefs)
    for (const name of beliefs[at]?.keys() ?? []) if (name !== '') note(name, value[name])
}

function lookAtApp(app: Anything): void {
  look('app', app)
  look('initialConfig', app.initialConfig)
  for (const address of app.addresses()) look('address', address)
}

function lookAtExchange(request: Anything, reply: Anything): void {
  look('request', request)
  look('reply', reply)
  for (const address of request.ips ?? []) look('ips', address)
}

async function ask(options: RequestOptions): Promise<void> {
  const [response] = await once(get({ agent: false, ...options }), 'response')
  await once(response.resume(), 'end')
}

const declare = (app: Wild) => {
  app.setErrorHandler(async (_error: unknown, request: Anything, reply: Anything) => {
    lookAtExchange(request, reply)
    return 'failed'
  })
  app.setNotFoundHandler(async (request: Anything, reply: Anything) => {
    lookAtExchange(request, reply)
    return 'none'
  })
  const schema = { querystring: { a: { type: 'integer' } } }
  app.route({
    method: ['GET', 'POST'],
    url: '/',
    schema,
    attachValidation: true,
    handler: async (request: Anything, reply: Anything) => {
      lookAtExchange(request, reply)
      reply.type('text/plain').send('ok')
      lookAtExchange(request, reply)
      return reply
    }
  })
}

/** Looks at an app and its exchanges from its first line to its end. */
async function live(t: TestContext, options: Options, listen: (app: Wild) => Promise<RequestOptions>): Promise<void> {
  const { app } = createApp(options)
  t.after(() => app.close())
  lookAtApp(app)
  declare(app)
  lookAtApp(app)
  app.register(
    async (child: Anything) => {
      child.setValidatorCompiler(() => () => true).setSerializerCompiler(() => () => '')
      lookAtApp(child)
    },
    { prefix: '/x' }
  )
  await app.ready()
  lookAtApp(app)
  await app.inject({ method: 'POST', url: '/?a=x', payload: {} })
  const target = await listen(app)
  lookAtApp(app)
  for (const headers of [{}, { host: 'a.example' }, { 'x-forwarded-for': '192.0.2.1' }, { 'last-event-id': '7' }])
    for (const path of ['/?a=1', '/nowhere']) await ask({ ...target, path, headers })
  await app.close()
  lookAtApp(app)
  assert.deepEqual([app.addresses(), app.listeningOrigin], [[], undefined])
}

const otherOptions = {
  ...{ forceCloseConnections: 'idle', routerOptions: { caseSensitive: false }, requestIdHeader: 'x-id' },
  ...{ trustProxy: true, disableRequestLogging: () => true }
}

/** Options that are visible only in `initialConfig`. */
const shownOptions = [{ https: {} }, { http2: true, https: { allowHTTP1: true } }, { forceCloseConnections: true }]

test('every member of an app, a request and a reply has exactly the values of its type', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'))
  // A deprecated option has a type, too; no other warning is expected.
  const warned = new Set<string>()
  const note = (warning: Error & { code?: string }) => warned.add(warning.code ?? warning.message)
  process.on('warning', note)
  t.after(() => {
    process.off('warning', note)
    rmSync(folder, { recursive: true })
  })
  const byPort = async (app: Wild) => ({ port: Number(new URL(await app.listen({ port: 0 })).port) })
  const bySocket = async (app: Wild) => {
    const socketPath = join(folder, 'socket')
    assert.equal(await app.listen({ path: socketPath }), socketPath)
    assert.equal(app.listeningOrigin, socketPath)
    return { socketPath }
  }
  for (const options of shownOptions) look('initialConfig', createApp(options).app.initialConfig)
  for (const options of [{}, { compat: 'fastify' }, otherOptions]) {
    await live(t, options, byPort)
    await live(t, options, bySocket)
  }
  assert.deepEqual([...warned], ['FSTDEP023'])
  const wrong: string[] = []
  for (const [at, members] of Object.entries(beliefs))
    for (const [name, kinds] of members) {
      const found = [...(seen.get(`${at}.${name}`) ?? [])].sort().join()
      const said = [...kinds].sort().join()
      if (found !== said) wrong.push(`${at}.${name}: the type says ${said}, there is ${found}`)
    }
  assert.deepEqual(wrong, [])
})
