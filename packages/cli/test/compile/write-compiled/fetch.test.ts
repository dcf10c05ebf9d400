import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createFolder, espalier, runNode } from '../../../../../test/ahead/running.ts'
import { type Ask, runOnWorker } from '../../../../../test/worker/bundle.ts'

type Request = readonly [method: string, url: string, payload?: object, headers?: Record<string, string>]

const library = resolve('test/ahead/fixture/library.mjs')
const compile = (out: string, env: Record<string, string> = {}) =>
  espalier(['compile', library, '--out', out, '--target', 'fetch'], env)

let folder: string
before(async () => {
  folder = await createFolder()
})
after(() => rm(folder, { recursive: true }))

const serving = (compiled: string, application = library) => `
  import * as compiled from ${JSON.stringify(compiled)}
  import create from ${JSON.stringify(application)}
  import { toFetchHandler } from 'espalier/fetch'
  const app = create({ compiled })
  await app.ready()
  export default { fetch: toFetchHandler(app) }
`

const toAsk = ([method, path, payload, headers]: Request): Ask => ({
  method,
  path,
  headers: { ...(payload && { 'content-type': 'application/json' }), ...headers },
  ...(payload && { body: JSON.stringify(payload) })
})

test('an app compiled for workers starts there at module scope and responds as on Node', async (t) => {
  const compiled = resolve(folder, 'compiled.mjs')
  const { code, stderr } = await compile(compiled)
  assert.equal(code, 0, stderr)
  const { requests }: { requests: Request[] } = await import(pathToFileURL('test/ahead/fixture/requests.mjs').href)
  const [ran, visit] = await Promise.all([
    runOnWorker(t, serving(compiled), requests.map(toAsk)),
    runNode(['test/ahead/fixture/visit.mjs'])
  ])
  assert.equal(ran.failure, undefined)
  const { answers } = JSON.parse(visit.stdout) as { answers: string[] }
  assert.equal(answers.length, 17)
  assert.deepEqual(
    ran.answers.map(({ status, body }, place) => `${requests[place]?.slice(0, 2).join(' ')} ${status} ${body}`),
    answers
  )
})

test('a large application is one module without generated code', async () => {
  const compiled = resolve(folder, 'many.mjs')
  await compile(compiled, { CHANGE: 'many' })
  const text = await readFile(compiled, 'utf8')
  assert.ok(text.length > 200_000)
  assert.doesNotMatch(text, /createRequire|new Function|\.cjs/)
  assert.ok(!(await readdir(folder)).includes('many.parts'))
})

test('a schema that cannot be written fails the command with route and part', async () => {
  const compiled = resolve(folder, 'keyword.mjs')
  const { code, stderr } = await compile(compiled, { CHANGE: 'keyword' })
  assert.equal(code, 1)
  assert.match(stderr, /^Workers compile nothing, and this cannot be written down:\n {2}POST \/books: body\n/)
  assert.match(stderr, /\n {2}GET \/even\/:n: params\n/)
  assert.ok(!existsSync(compiled))
})

test('an app that changed after compiling fails to start on a worker', async (t) => {
  const compiled = resolve(folder, 'stale.mjs')
  await compile(compiled)
  const application = resolve(folder, 'changed.mjs')
  await writeFile(
    application,
    `import create from ${JSON.stringify(library)}
     export default (options) => {
       const app = create(options)
       app.post('/new', { schema: { body: { type: 'object', properties: { a: { type: 'integer' } } } } }, () => 1)
       return app
     }`
  )
  const { failure } = await runOnWorker(t, serving(compiled, application))
  assert.match(failure ?? '', /do not match POST \/new: its body schema is not among them/)
})

test('JSON Schemas of other libraries are compiled for workers', async (t) => {
  const application = resolve(folder, 'standard.mjs')
  await writeFile(
    application,
    `import { espalier } from 'espalier'
     import { standardSchema } from 'espalier/standard-schema'
     const output = () => ({ type: 'object', properties: { a: { type: 'integer' } } })
     const validate = (value) => ('a' in value ? { value } : { issues: [{ message: 'no a' }] })
     const schema = { '~standard': { version: 1, vendor: 'own', validate, jsonSchema: { input: output, output } } }
     export default (options = {}) => {
       const app = espalier(options).withTypeProvider(standardSchema())
       app.post('/', { schema: { body: schema, response: { 200: schema } } }, ({ body }) => ({ ...body, b: 1 }))
       return app
     }`
  )
  const compiled = resolve(folder, 'standard-compiled.mjs')
  const { stdout } = await espalier(['compile', application, '--out', compiled, '--target', 'fetch'])
  assert.match(stdout, /0 validators, 1 serializers/)
  const ask = (body: object) => toAsk(['POST', '/', body])
  const { answers, failure } = await runOnWorker(t, serving(compiled, application), [ask({ a: 2 }), ask({})])
  assert.equal(failure, undefined)
  assert.equal(answers[0]?.body, '{"a":2}')
  assert.equal(answers[1]?.status, 400)
})
