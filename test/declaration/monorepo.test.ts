// Declaration files in a monorepo of three packages: a contract, plugins and an app. Each is compiled against the declarations
// of the others, and a package manager gives each of them its own dependencies alone.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { compilers, type Version } from '../type-errors/compiler.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-monorepo-'))
after(() => rmSync(folder, { recursive: true }))

const routes = 40
/** Most bytes that the declarations of all packages may have for each route. */
const bytesEach = 1000

const numbers = Array.from({ length: routes }, (_, number) => number)

const contract = `import { endpoint, Type } from 'espalier/contract'
export const Item = Type.Object({ id: Type.Integer(), title: Type.String(), made: Type.DateTime() })
export const Problem = Type.Object({ message: Type.String() })
${numbers
  .map(
    (number) => `export const getItem${number} = endpoint('GET /shops/:shop/items${number}/:id', {
  params: { shop: Type.String(), id: Type.Integer() }, query: { page: Type.Optional(Type.Integer()) }, response: { 200: Item, 404: Problem }
})`
  )
  .join('\n')}
`

const plugins = `import { plugin, shared, type Plugin } from 'espalier'
export interface Stock { find(id: number): { id: number; title: string; made: Date } | undefined }
export const stock: Plugin<object, { app: { stock: Stock } }, { size: number }, 'stock'> = shared({
  name: 'stock',
  setup: (app, _options: { size: number }) => app.decorate('stock', { find: (id: number) => ({ id, title: 'a', made: new Date(0) }) } as Stock)
})
export const visits: Plugin<{ app: { stock: Stock } }, object, object, 'visits'> = plugin({
  name: 'visits', needs: [stock], setup: (app) => app.get('/visits', () => ({ first: app.stock.find(1)?.title }))
})
`

const app = `import { espalier, plugin } from 'espalier'
import * as contract from '@shop/contract'
import { stock, visits } from '@shop/plugins'
export const items = plugin({
  name: 'items', needs: [stock],
  setup: (app) => app.derive('onRequest', async () => ({ member: { name: 'Ada' } }))${numbers
    .map(
      (number) => `
    .route(contract.getItem${number}, async ({ member, params }, reply) =>
      app.stock.find(params.id) ?? reply.code(404).send({ message: member.name }))`
    )
    .join('')}
})
export const createApp = () => espalier().register(stock, { size: 1 }).register(visits).register(items)
export const app = await createApp()
`

const reader = `import { createApp, items } from '@shop/app'
import { getItem1 } from '@shop/contract'
import { stock } from '@shop/plugins'
import { espalier } from 'espalier'
const { made } = await (await createApp()).inject(getItem1, { params: { shop: 'a', id: 1 } }).expect(200)
export const at: string | Date = made
void espalier().register(stock, { size: 2 }).register(items)
// @ts-expect-error the context lacks the plugin that items need
void espalier().register(items)
// @ts-expect-error the id is a number
void (await createApp()).inject(getItem1, { params: { shop: 'a', id: 'b' } })
`

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  skipLibCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: '.',
  outDir: 'out'
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, 'junction')
}

/** Writes the package, whose only dependencies are `espalier`, Node's types and those packages of the monorepo. */
function writePackage(name: string, source: string, needs: readonly string[], options: object = {}): void {
  const home = join(folder, name)
  mkdirSync(home)
  writeFileSync(join(home, 'index.ts'), source)
  const manifest = { name: `@shop/${name}`, type: 'module', exports: { types: './out/index.d.ts' } }
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest))
  writeFileSync(
    join(home, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files: ['index.ts'] })
  )
  link(join(folder, 'store/node_modules/espalier'), join(home, 'node_modules/espalier'))
  link(resolve('node_modules/@types/node'), join(home, 'node_modules/@types/node'))
  for (const need of needs) link(join(folder, need), join(home, 'node_modules/@shop', need))
}

function layOut(): void {
  const store = join(folder, 'store/node_modules')
  for (const name of ['@sinclair/typebox', '@types/node', 'ajv', 'fast-json-stringify', 'pino', 'undici-types'])
    link(resolve('node_modules', name), join(store, name))
  cpSync('package.json', join(store, 'espalier/package.json'))
  cpSync('dist', join(store, 'espalier/dist'), { recursive: true, filter: (file) => !/\.(js|map)$/.test(file) })
  writePackage('contract', contract, [])
  writePackage('plugins', plugins, [], { isolatedDeclarations: true })
  writePackage('app', app, ['contract', 'plugins'])
  writePackage('reader', reader, ['app', 'contract', 'plugins'])
}

layOut()
const packages = readdirSync(folder).filter((name) => name !== 'store')

for (const version of Object.keys(compilers) as Version[]) {
  test(`TypeScript ${version} emits declarations of three dependent packages, at most 1 kB per route`, () => {
    for (const name of packages) rmSync(join(folder, name, 'out'), { recursive: true, force: true })
    for (const name of ['contract', 'plugins', 'app', 'reader']) compile(name, version)
    const written = ['contract', 'plugins', 'app'].map((name) => join(folder, name, 'out/index.d.ts'))
    const bytes = written.reduce((sum, file) => sum + statSync(file).size, 0)
    assert.ok(bytes / routes <= bytesEach, `${bytes / routes} bytes for each route`)
    for (const file of written) assert.doesNotMatch(readFileSync(file, 'utf8'), /\bany\b|import\("(?!espalier|@shop\/)/)
  })
}

/** @throws the messages of the compiler about the package. */
function compile(name: string, version: Version): void {
  const compiler = resolve('node_modules', compilers[version], 'bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', join(folder, name)], { encoding: 'utf8' })
  assert.deepEqual({ stdout, status }, { stdout: '', status: 0 })
}
