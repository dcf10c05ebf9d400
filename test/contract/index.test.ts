/** Bundles `espalier/contract` as for browsers: the bundle must contain no server code. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import vm from 'node:vm'
import { build } from 'esbuild'

const program = `import { endpoint, endpoints, Type, withDefault } from './src/contract/index.ts'
const Book = Type.Object({ title: Type.String() }, { $id: 'book' })
const books = endpoints('/books', { response: { 200: Type.Ref(Book) } }, { find: 'GET /:id' })
globalThis.made = JSON.stringify([
  endpoint('GET /', { querystring: { page: withDefault(Type.Integer(), 1) } }),
  books.find,
  Type.Enum(['a', 'b'])
])`

test('a module of endpoints is bundled for browsers without server code', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const outfile = join(folder, 'bundle.js')
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: process.cwd(), loader: 'ts' },
    ...{ outfile, bundle: true, format: 'iife', platform: 'browser', minify: true, metafile: true, logLevel: 'silent' }
  })
  const strangers = Object.keys(metafile.inputs).filter(
    (path) => !/^(src\/contract\/|node_modules\/@sinclair\/typebox\/|<stdin>)/.test(path)
  )
  assert.deepEqual(strangers, [])
  const sandbox: { made?: string } = {}
  vm.runInNewContext(readFileSync(outfile, 'utf8'), sandbox)
  const page = { type: 'integer', default: 1 }
  assert.deepEqual(JSON.parse(sandbox.made ?? ''), [
    { method: 'GET', path: '/', schema: { querystring: { page } } },
    { method: 'GET', path: '/books/:id', schema: { response: { 200: { $ref: 'book' } } } },
    { type: 'string', enum: ['a', 'b'] }
  ])
})
