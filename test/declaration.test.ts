// The declaration file of an application: it can be written without annotations, and read in another project.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { sample } from './sample.ts'
import { compilers, type Version } from './type-errors/compiler.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-declaration-'))
after(() => rmSync(folder, { recursive: true }))

/** A program of another project that uses the application. The compiler must refuse the last lines. */
const reader = `
import { app, auth, createLimited, db, decorated, derived, desks, getUser, inject, loaded, requireKey, requireUser, tenancy, tickets, type User, users } from './application/app.js'
import { espalier, Type } from 'espalier'

const found: string = loaded.db.find(1)
const later: string = (await app).db.find(1)
const limit: number = createLimited().limit
const name: string = (await inject()).json().name
decorated.post('/:id', { preHandler: requireUser, schema: { body: { $ref: 'address#' } } }, function (request, reply) {
  const user: User = request.user
  const zip: string = request.body.zip
  return reply.send([this.limit, reply.mark, request.seen, user.name, zip, request.params.id])
})
espalier().register(db, { url: 'x' }).register(auth).register(users, { prefix: '/v2' })
derived.get('/', { preHandler: requireKey }, ({ at, key }, reply) => reply.code(404).send({ message: key + at.toFixed() }))
espalier().register(db, { url: 'x' }).register(async (child) => void child.register(tenancy).register(desks, { prefix: '/:desk' }), { prefix: '/orgs/:org' })
const listed = await espalier().inject(tickets.list, { params: { org: 'a' } })
const value: 'a' | 'b' | undefined = listed.statusCode === 200 ? listed.json() : undefined
const other = await espalier().inject(getUser, { params: { id: 1 } })
export { found, later, limit, name, other, Type, value }
// @ts-expect-error this context has no parameter 'org'
espalier().register(db, { url: 'x' }).register(tenancy)
// @ts-expect-error the context lacks what the plugin needs
espalier().register(users)
`

/** A program with a client of the published endpoints. */
const client = `
import { createClient } from 'espalier/client'
import * as contract from './endpoints/contract.js'

const api = createClient(contract, { baseUrl: 'http://localhost:3000' })
const { at, title } = await api.getBook({ params: { id: 1 } }).expect(200)
const [first] = await api.getBooks().expect(200)
for await (const sent of await api.watchBooks().expect(200)) if (sent.event === 'gone') console.log(sent.data.id.toFixed())
const { count } = await api.putBook({ params: { id: '1' }, body: { book: { title, at }, by: null } }).expect(200)
export const read: [Date, string, string | undefined, bigint] = [at, title, first?.title, count]
// @ts-expect-error the id is a number
void api.getBook({ params: { id: 'a' } })
`

/** Options of the compiler: checks libraries, compiles each file alone and writes declarations. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  isolatedModules: true,
  skipLibCheck: false
}

function link(packages: string, ...names: string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(packages, name)), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(packages, name), 'junction')
  }
}

/** Installs the package as a package manager does that gives an application only its own dependencies. */
function layOut(): void {
  const packages = join(folder, 'node_modules')
  const store = join(folder, 'store/node_modules')
  link(packages, '@fastify/cookie', '@types/node', 'fastify', 'undici-types')
  link(store, '@sinclair/typebox', '@types/node', 'ajv', 'fast-json-stringify', 'pino', 'undici-types')
  cpSync('package.json', join(store, 'espalier/package.json'))
  cpSync('dist', join(store, 'espalier/dist'), { recursive: true, filter: (file) => !/\.(js|map)$/.test(file) })
  symlinkSync(join(store, 'espalier'), join(packages, 'espalier'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['adopted.ts', 'app.ts', 'contract.ts']) cpSync(`test/declaration/${name}`, join(folder, name))
  writeFileSync(join(folder, 'reader.ts'), reader)
  writeFileSync(join(folder, 'client.ts'), client)
}

/** @throws the messages of the compiler about the file. */
function compile(file: string, version: Version, options: object): void {
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files: [file] }))
  const compiler = resolve('node_modules', compilers[version], 'bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' })
  assert.deepEqual({ stdout, status }, { stdout: '', status: 0 })
}

function checkWritten(file: string, entry: string): void {
  const written = readFileSync(file, 'utf8')
  const named = new Set([...written.matchAll(/import\("([^"]+)"\)/g)].map(([, name]) => name))
  assert.deepEqual([...named], [entry])
  assert.doesNotMatch(written, /\bany\b/)
}

layOut()
for (const [place, version] of (Object.keys(compilers) as Version[]).entries()) {
  for (const exactOptionalPropertyTypes of sample([true, false], 2, place)) {
    const exactness = exactOptionalPropertyTypes ? 'exact' : 'loose'
    test(`TypeScript ${version} with ${exactness} optional properties writes and reads the declarations of an app`, () => {
      const outDir = join(folder, 'application')
      rmSync(outDir, { recursive: true, force: true })
      compile('app.ts', version, { exactOptionalPropertyTypes, declaration: true, emitDeclarationOnly: true, outDir })
      checkWritten(join(outDir, 'app.d.ts'), 'espalier')
      compile('reader.ts', version, { exactOptionalPropertyTypes, noEmit: true })
    })
    test(`TypeScript ${version} with ${exactness} optional properties writes and reads the declarations of endpoints`, () => {
      const outDir = join(folder, 'endpoints')
      const options = { exactOptionalPropertyTypes, declaration: true, emitDeclarationOnly: true, outDir }
      compile('contract.ts', version, options)
      checkWritten(join(outDir, 'contract.d.ts'), 'espalier/contract')
      compile('client.ts', version, { exactOptionalPropertyTypes, noEmit: true })
    })
    test(`TypeScript ${version} with ${exactness} optional properties writes those of an app with an adopted plugin`, () => {
      const outDir = join(folder, 'adopted')
      const options = { exactOptionalPropertyTypes, declaration: true, emitDeclarationOnly: true, outDir }
      compile('adopted.ts', version, { ...options, skipLibCheck: true })
      checkWritten(join(outDir, 'adopted.d.ts'), 'espalier')
    })
  }
}
