// The declaration file of an application: it can be written without annotations, and read in another project.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import ts from 'typescript-5.9'

const folder = mkdtempSync(join(tmpdir(), 'espalier-declaration-'))
after(() => rmSync(folder, { recursive: true }))

/** What the other project does with the application; the last line must be refused. */
const reader = `
import { app, auth, createLimited, db, decorated, getUser, inject, loaded, requireUser, type User, users } from './application/app.js'
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
const other = await espalier().inject(getUser, { params: { id: 1 } })
export { found, later, limit, name, other, Type }
// @ts-expect-error the context lacks what the plugin needs
espalier().register(users)
`

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true
}

/** Lays a project out as a package manager would. */
function layOut(): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@sinclair'), { recursive: true })
  mkdirSync(join(packages, '@types'))
  for (const name of ['@sinclair/typebox', '@types/node', 'undici-types']) {
    symlinkSync(resolve('node_modules', name), join(packages, name), 'junction')
  }
  cpSync('package.json', join(packages, 'espalier/package.json'))
  cpSync('dist', join(packages, 'espalier/dist'), { recursive: true, filter: (file) => !/\.(js|map)$/.test(file) })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync('test/declaration/app.ts', join(folder, 'app.ts'))
  writeFileSync(join(folder, 'reader.ts'), reader)
}

function compile(file: string, extra: ts.CompilerOptions): number {
  const program = ts.createProgram([join(folder, file)], { ...options, ...extra })
  const result = extra.noEmit ? undefined : program.emit()
  const found = [...ts.getPreEmitDiagnostics(program), ...(result?.diagnostics ?? [])]
  const messages = found.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  )
  assert.deepEqual(messages, [])
  return program.getInstantiationCount()
}

test("an application's declaration file is written without annotations, names only the package, and types another project", () => {
  layOut()
  compile('app.ts', { declaration: true, emitDeclarationOnly: true, outDir: join(folder, 'application') })
  const written = readFileSync(join(folder, 'application/app.d.ts'), 'utf8')
  const named = new Set([...written.matchAll(/import\("([^"]+)"\)/g)].map(([, name]) => name))
  assert.deepEqual([...named].sort(), ['@sinclair/typebox', 'espalier'])
  assert.doesNotMatch(written, /\bany\b/)
  compile('reader.ts', { noEmit: true })
})
