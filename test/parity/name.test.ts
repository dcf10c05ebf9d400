/**
 * The names that only one framework has: members, hooks, options, codes, warnings and defaults. The table of docs/coming-from-fastify.md lists exactly
 * these. Options are compared by the types of both, so a new option of Fastify does not compile here.
 */
import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { readdirSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { errorCodes, espalier } from 'espalier'
import type * as Fastify from 'fastify'
import { fastify } from 'fastify'
import { warnings } from '../../src/error/warning.ts'
import { hooks, type RequestHookName, requestHookNames } from '../../src/tree/hook.ts'
import { ownRouteOptions } from '../../src/tree/route-declaration.ts'
import type { ListenOptions } from '../../types/listen.ts'
import type { RouterOptions, ServerOptions } from '../../types/options.ts'
import { askBoth, type Make, withApp } from './frameworks.ts'

const require = createRequire(import.meta.url)
const own = require('espalier') as object

type Names = Iterable<string>
type AppOption = keyof Fastify.FastifyHttpOptions<Server> | keyof Fastify.FastifyHttp2SecureOptions<Http2SecureServer>
type RouterOption = keyof Fastify.FastifyRouterOptions<Server>
type ListenOption = keyof Fastify.FastifyListenOptions

/** Options that the types of Fastify have and ours do not. */
const appThere = {} satisfies Record<Exclude<AppOption, keyof ServerOptions>, true>
const routerThere = {} satisfies Record<Exclude<RouterOption, keyof RouterOptions>, true>
const listenThere = {} satisfies Record<Exclude<ListenOption, keyof ListenOptions>, true>

/** Options that our types have and Fastify's do not. */
const appHere = {
  ...{ answerTimeout: true, closeTimeout: true, compat: true, compile: true, compiled: true, emptyBody: true },
  ...{ exchange: true, exposeErrors: true, lateSettings: true, maxRequestsInFlight: true, strictResponses: true },
  ...{ buildPrettyMeta: true, defaultRoute: true, onBadUrl: true, onMaxParamLength: true }
} satisfies Record<Exclude<keyof ServerOptions, AppOption>, true>
const routerHere = { buildPrettyMeta: true, useSemicolonDelimiter: true } satisfies Record<
  Exclude<keyof RouterOptions, RouterOption>,
  true
>
const listenHere = { closeOn: true, drain: true, notice: true, reusePort: true, within: true } satisfies Record<
  Exclude<keyof ListenOptions, ListenOption>,
  true
>

const without = (names: Names, others: Names) => [...new Set(names)].filter((name) => !new Set(others).has(name))
const compared = (there: Names, here: Names) => [without(there, here), without(here, there)]

/** The members of an interface in Fastify's own declarations; plugins that the tests import add to the types, and not to these. */
function membersIn(file: string, name: string): string[] {
  const declarations = readFileSync(`node_modules/fastify/types/${file}.d.ts`, 'utf8')
  const from = declarations.indexOf(`interface ${name}`)
  assert.notEqual(from, -1, `Fastify declares no ${name}`)
  const body = declarations.slice(declarations.indexOf('{\n', from), declarations.indexOf('\n}', from))
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, member = '']) => member)
}

function namesOf(object: object): string[] {
  const names: string[] = []
  for (let at = object; at !== Object.prototype && at !== Function.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at))
  return names
}

const memberNames = (make: Make) =>
  withApp(make(), async (app) => {
    const found = { app: namesOf(app), request: [''], reply: [''] }
    app.get('/', async (request: object, reply: object) => {
      Object.assign(found, { request: namesOf(request), reply: namesOf(reply) })
      return 'x'
    })
    await app.inject('/')
    return found
  })

/** The names of each kind that only Fastify has, and those that only we have. */
async function compareNames(): Promise<Record<string, string[][]>> {
  const { fastify: there, own: here } = await askBoth(memberNames)
  const routeThere = ['FastifyRouteConfig', 'RouteShorthandOptions', 'RouteOptions'].flatMap((name) =>
    membersIn('route', name)
  )
  const routeHere: (keyof typeof ownRouteOptions | RequestHookName)[] = [
    ...(Object.keys(ownRouteOptions) as (keyof typeof ownRouteOptions)[]),
    ...requestHookNames
  ]
  return {
    'members of an app': compared(there.app, here.app),
    'members of a request': compared(there.request, here.request),
    'members of a reply': compared(there.reply, here.reply),
    'exports of the package': compared(Object.keys(fastify), Object.keys(own)),
    hooks: compared(require('fastify/lib/hooks.js').supportedHooks, Object.keys(hooks)),
    'options of an app': [Object.keys(appThere), Object.keys(appHere)],
    'options of the router': [Object.keys(routerThere), Object.keys(routerHere)],
    'options of a route': compared(routeThere, routeHere),
    'options of `register`': compared(membersIn('register', 'RegisterOptions'), [
      'prefix',
      'params',
      'logLevel',
      'logSerializers'
    ]),
    'options of `listen`': [Object.keys(listenThere), Object.keys(listenHere)],
    'error codes': compared(Object.keys(fastify.errorCodes), Object.keys(errorCodes)),
    'codes of warnings': compared(Object.keys(require('fastify/lib/warnings.js')), Object.keys(warnings))
  }
}

/** The first three cells of each line of a table of the guide: a kind, and the names in code that each has. One with a star stands for many. */
function readTable(heading: string): Record<string, string[][]> {
  const section =
    readFileSync('docs/coming-from-fastify.md', 'utf8').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter((line) => /^\| (?!---|\|)/.test(line))
  const cells = lines.map((line) => line.slice(2, -2).split(' | '))
  return Object.fromEntries(cells.map(([kind = '', there = '', here = '']) => [kind, [codeIn(there), codeIn(here)]]))
}

const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
const covers = (entry: string, name: string) =>
  entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry

/** Names that no entry covers, and entries that cover no name. */
function faultsIn(entries: readonly string[], names: readonly string[]): string[] {
  const missing = names.filter((name) => !entries.some((entry) => covers(entry, name)))
  const stale = entries.filter((entry) => !names.some((name) => covers(entry, name)))
  return [...missing.map((name) => `${name} is missing`), ...stale.map((entry) => `${entry} is stale`)]
}

test('the guide lists each name that only one framework has', async () => {
  const [found, listed] = [await compareNames(), readTable('Names that only one has')]
  assert.deepEqual(Object.keys(listed), Object.keys(found))
  for (const [kind, [there = [], here = []]] of Object.entries(found)) {
    const [listedThere = [], listedHere = []] = listed[kind] ?? []
    assert.deepEqual([faultsIn(listedThere, there), faultsIn(listedHere, here)], [[], []], kind)
  }
})

test('a missing and a stale entry of the table are found', () => {
  assert.deepEqual(faultsIn(['ESP_*', 'gone'], ['ESP_A', 'new']), ['new is missing', 'gone is stale'])
  assert.deepEqual(membersIn('register', 'RegisterOptions'), ['prefix', 'logLevel', 'logSerializers'])
})

type Codes = Record<string, new (...values: string[]) => Error & { code: string; statusCode: number }>

function sampleOf(codes: Codes, name: string) {
  const Code = codes[name]
  assert.ok(Code, name)
  const { code, statusCode, name: kind, message } = new Code('a', 'b', 'c')
  return { code, statusCode, kind, message }
}

test('the guide lists each different default and each different error message', async () => {
  const listed = readTable('Names that both have')
  const [there, here] = [fastify().initialConfig, espalier().initialConfig] as Record<string, unknown>[]
  const defaults = Object.keys(there ?? {}).filter((name) => there?.[name] !== here?.[name])
  assert.deepEqual(faultsIn(listed.defaults?.[0] ?? [], defaults), [])
  const texts = Object.keys(fastify.errorCodes).filter((code) => {
    const [one, other] = [fastify.errorCodes, errorCodes].map((all) => sampleOf(all as unknown as Codes, code))
    assert.deepEqual({ ...other, message: '' }, { ...one, message: '' })
    return one?.message !== other?.message
  })
  assert.deepEqual(faultsIn(listed['texts of errors']?.[0] ?? [], texts), [])
})

/** Returns the diagnostics channels on which an app publishes during its boot, a response and an error. */
async function channelsOf(make: Make): Promise<string[]> {
  const files = ['fastify.js', ...readdirSync('node_modules/fastify/lib').map((file) => `lib/${file}`)]
  const source = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(`node_modules/fastify/${file}`, 'utf8'))
  const names = source.join().matchAll(/\b(channel|tracingChannel)\('([^']+)'\)/g)
  const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error']
  const channels = [...names].flatMap(([, kind, name = '']) =>
    kind === 'channel' ? [name] : events.map((event) => `tracing:${name}:${event}`)
  )
  assert.ok(channels.length > 5)
  const heard = new Set<string>()
  const listeners = [...new Set(channels)].map((name) => ({ name, hear: () => heard.add(name) }))
  for (const { name, hear } of listeners) diagnostics.subscribe(name, hear)
  await withApp(make(), async (app) => {
    app.get('/', async () => 'x')
    app.get('/fail', async () => Promise.reject(new Error('x')))
    await app.inject('/')
    await app.inject('/fail')
  })
  for (const { name, hear } of listeners) diagnostics.unsubscribe(name, hear)
  return [...heard].sort()
}

test('both publish on the same diagnostics channels', async () => {
  const { fastify: there, own: here } = await askBoth(channelsOf)
  assert.ok(there.length > 3)
  assert.deepEqual(here, there)
})

/** For each page, whether a table row describes cases that pass on Fastify and fail here. */
const failing: Record<string, (cells: readonly string[]) => boolean> = {
  'docs/compat.md': ([first = '']) => first.includes('.test.js`'),
  'docs/plugins.md': ([, , there, here]) => Number(there) > Number(here),
  'docs/consumers.md': ([, , , there, here]) => Number(there) > Number(here)
}

for (const [page, isFailing] of Object.entries(failing)) {
  test(`each failing case names a row of the guide: ${page}`, () => {
    const guide = readFileSync('docs/coming-from-fastify.md', 'utf8')
    const rows = new Set([...guide.matchAll(/^\| (\d+) \|/gm)].map(([, row]) => row))
    const lines = readFileSync(page, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| '))
    const cases = lines.filter((line) => isFailing(line.slice(2, -2).split(' | ')))
    assert.ok(cases.length > 2)
    const isExplained = (line: string) => {
      const named = [...line.matchAll(/\brow (\d+)/g)].map(([, row]) => row)
      return named.length > 0 && named.every((row) => rows.has(row))
    }
    assert.deepEqual(
      cases.filter((line) => !isExplained(line)),
      []
    )
  })
}
