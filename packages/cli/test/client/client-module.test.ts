import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parse } from '@babel/parser'
import { hasUnseen, jsonLiteral } from '@espalier/command-kit'
import ts from '@tsd/typescript'
import { build } from 'esbuild'
import type { Target } from 'espalier/contract'
import fc from 'fast-check'
import { createFolder } from '../../../../test/ahead/running.ts'
import { consumerOptions } from '../../../../test/consumer-options.ts'
import { budget } from '../../../../test/fuzz/budget.ts'
import { text } from '../../../../test/hostile-text.ts'
import { writeClient } from '../../src/client/client-module.ts'

const contract = `import { endpoint, endpoints, Type } from 'espalier/contract'

export const Book = Type.Object({ title: Type.String() }, { $id: 'book' })
export const getBook = endpoint('GET /books/:id', { response: { 200: Type.Ref(Book), 404: Type.Null() } })
export const loans = endpoints('/loans', {}, { list: 'GET /', end: ['DELETE /:id', { response: { 204: Type.Null() } }] })
export const every = { loans, one: { getBook } }
export const settings = { getBook, limit: 1 }
export const limit = 1
export const empty = {}
export default () => getBook
`

const page = `import { createClient } from './client.ts'

const api = createClient({ baseUrl: '/api' })
export const title: string = (await api.getBook({ params: { id: '1' } }).expect(200)).title
export const none: undefined = await api.every.loans.end({ params: { id: '1' } }).expect(204)
// @ts-expect-error no such status is declared
api.getBook({ params: { id: '1' } }).expect(500)
// @ts-expect-error it is no endpoint
api.limit
`

const options = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  write: false,
  metafile: true
} as const

let folder: string
let out: string
before(async () => {
  folder = await createFolder()
  out = join(folder, 'client.ts')
  // The same text for Node and for TypeScript.
  for (const name of ['endpoints.mjs', 'endpoints.mts']) await writeFile(join(folder, name), contract)
  assert.equal(await writeClient(join(folder, 'endpoints.mjs'), out), 6)
  await writeFile(join(folder, 'page.ts'), page)
})
after(() => rm(folder, { recursive: true }))

test('the module contains methods, paths and statuses of the endpoints only', async () => {
  const text = await readFile(out, 'utf8')
  const [, targets = ''] = /const targets = (\{[\s\S]*?\n\})\n/.exec(text) ?? []
  const answers = { 200: { '+json': {} }, 404: { '+json': {} } }
  const of = (method: string, path: string, parts: string[], statuses: object) => {
    const fill = parts.length > 1 ? { fill: 'fillPath' } : {}
    return { name: `${method} ${path}`, method, parts, ...fill, isRepeatable: true, answers: statuses }
  }
  const getBook = of('GET', '/books/:id', ['/books/', 'id', ''], answers)
  const end = of('DELETE', '/loans/:id', ['/loans/', 'id', ''], { 204: {} })
  const loans = { list: of('GET', '/loans', ['/loans'], { default: {} }), end }
  const found = JSON.parse(targets.replaceAll('fill: fillPath', '"fill": "fillPath"'))
  assert.deepEqual(found, { every: { loans, one: { getBook } }, getBook, loans })
})

test('its calls have the types of the endpoints', () => {
  const options = { ...consumerOptions, noEmit: true, allowImportingTsExtensions: true }
  const program = ts.createProgram([resolve(folder, 'page.ts')], options)
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
  assert.deepEqual(messages, [])
})

test('an endpoint with rivals is written with all rivals', async () => {
  const file = join(folder, 'rivals.mjs')
  await writeFile(
    file,
    `import { endpoint } from 'espalier/contract'
export const drop = endpoint('DELETE /books/:id')
export const group = { clear: endpoint('DELETE /books/all'), list: endpoint('GET /books/all') }
`
  )
  await writeFile(join(folder, 'rivals.mts'), await readFile(file))
  const written = join(folder, 'rivals-client.ts')
  await writeClient(file, written)
  assert.equal((await readFile(written, 'utf8')).match(/"rivals"/g)?.length, 1)
  await writeFile(
    join(folder, 'rivals-page.ts'),
    `import { createClient } from './rivals-client.ts'
const fetch = async (address: unknown) => new Response(String(address), { status: 200 })
const api = createClient({ fetch: fetch as never })
export const sent = (await api.drop({ params: { id: 'a l' } })).body
export const refused = await api.drop({ params: { id: 'all' } }).catch(({ message }) => message)
`
  )
  const { outputFiles } = await build({ ...options, entryPoints: [join(folder, 'rivals-page.ts')] })
  const source = Buffer.from(outputFiles?.[0]?.text ?? '').toString('base64')
  const { sent, refused } = (await import(`data:text/javascript;base64,${source}`)) as Record<string, string>
  assert.equal(sent, '/books/a%20l')
  assert.match(String(refused), /'\/books\/all' leads to DELETE \/books\/all/)
})

test('revive is imported only for endpoints with dates', async () => {
  assert.doesNotMatch(await readFile(out, 'utf8'), /revive/)
  const file = join(folder, 'dates.mjs')
  await writeFile(
    file,
    `import { endpoint, Type } from 'espalier/contract'
export const now = endpoint('GET /now', { response: { 200: { at: Type.DateTime() } } })
export const then = endpoint('GET /then', { response: { 200: { revive: Type.String() } } })
`
  )
  await writeFile(join(folder, 'dates.mts'), await readFile(file))
  const dates = join(folder, 'dates-client.ts')
  await writeClient(file, dates)
  const text = await readFile(dates, 'utf8')
  assert.match(text, /createClient as create, revive \} from 'espalier\/client'/)
  assert.equal(text.match(/\n {4}revive\n/g)?.length, 1)
  await writeFile(
    join(folder, 'dates-page.ts'),
    `import { createClient } from './dates-client.ts'
const fetch = async () => Response.json({ at: '1970-01-01T00:00:00Z' })
export const { at } = await createClient({ fetch }).now().expect(200)
`
  )
  const { outputFiles } = await build({ ...options, entryPoints: [join(folder, 'dates-page.ts')] })
  const source = Buffer.from(outputFiles?.[0]?.text ?? '').toString('base64')
  const { at } = (await import(`data:text/javascript;base64,${source}`)) as { at: unknown }
  assert.deepEqual(at, new Date(0))
})

test('a bundle contains only the client and its targets, and is under 3,150 bytes', async () => {
  const { outputFiles, metafile } = await build({ ...options, entryPoints: [join(folder, 'page.ts')] })
  const strangers = Object.keys(metafile.inputs).filter((path) => !/(page|client)\.ts$|^dist\/src\//.test(path))
  assert.deepEqual(strangers, [])
  const [bundle] = outputFiles
  assert.ok(bundle)
  assert.doesNotMatch(bundle.text, /TypeBox|\$id/)
  const bytes = gzipSync(bundle.contents, { level: 9 }).length
  assert.ok(bytes < 3150, `${bytes} bytes`)
})

test('a module that cannot be written is reported, and the existing file stays', async () => {
  const endpoints = join(folder, 'endpoints.mjs')
  await assert.rejects(writeClient(endpoints, 'client.js'), /client\.js must end in \.ts or \.mts/)
  await assert.rejects(writeClient(join(folder, 'page.ts'), join(folder, 'page.ts')), /is the module of endpoints/)
  await assert.rejects(writeClient(join(folder, 'none.mjs'), out), /none\.mjs does not exist/)
  await writeFile(join(folder, 'nothing.mjs'), 'export const limit = 1')
  const before = await readFile(out, 'utf8')
  await assert.rejects(writeClient(join(folder, 'nothing.mjs'), out), /nothing\.mjs exports no endpoint/)
  assert.equal(await readFile(out, 'utf8'), before)
})

// For any names of endpoints, events and fields, the module has two imports, a type, the targets as a literal, and the function.
test('a module of endpoints with any names is written as a client of these names', async () => {
  const names = fc.uniqueArray(text, { minLength: 1, maxLength: 3 })
  // `events()` refuses other names.
  const ofEvents = names.map((list) => [
    'a',
    ...list.filter((name) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name) && name !== '' && name !== 'a')
  ])
  let count = 0
  const property = fc.asyncProperty(ofEvents, names, text, async (events, fields, given) => {
    // Node cannot import a file with a backslash in its name.
    const name = given.slice(0, 40).replaceAll(/[/\\\0]|\p{Cs}/gu, '')
    const file = join(folder, `${count++} ${name}.mjs`)
    const source = `import { endpoint, events, Type } from 'espalier/contract'
const dates = (names) => Object.fromEntries(names.map((name) => [name, Type.DateTime()]))
const streams = Object.fromEntries(${JSON.stringify(events)}.map((name) => [name, Type.Object(dates(${JSON.stringify(fields)}))]))
const made = endpoint('GET /', { response: { 200: events(streams), 201: dates(${JSON.stringify(fields)}) } })
export { made as ${jsonLiteral(`_${name}`)} }`
    await writeFile(file, source)
    await writeClient(file, out)
    await rm(file)
    const written = await readFile(out, 'utf8')
    const { program, comments } = parse(written, { sourceType: 'module', plugins: ['typescript'] })
    const types = program.body.map(({ type }) => type)
    assert.deepEqual(types, [
      ...['ImportDeclaration', 'ImportDeclaration', 'TSTypeAliasDeclaration', 'VariableDeclaration'],
      'ExportNamedDeclaration'
    ])
    assert.equal(comments?.length, 2)
    assert.equal(hasUnseen(written), false)
    const [, literal = ''] = /^const targets = (\{[\s\S]*?\n\})\n/m.exec(written) ?? []
    const [target] = Object.values(
      new Function('fillPath', 'readEvents', 'revive', `return ${literal}`)() as Record<string, Target>
    )
    const planned = (plans: object | undefined) => Object.keys(Object(plans)).sort()
    assert.deepEqual(planned(target?.answers['200']?.['text/event-stream']?.fields), [...events].sort())
    assert.deepEqual(planned(target?.answers['201']?.['+json']?.fields), [...fields].sort())
  })
  await fc.assert(property, budget(100))
})
