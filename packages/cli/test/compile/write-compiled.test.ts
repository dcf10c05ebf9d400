import assert from 'node:assert/strict'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { compileHere } from '../../../../test/ahead/in-process.ts'
import { createFolder, espalier, runNode, runRestricted } from '../../../../test/ahead/running.ts'
import { createApp } from '../../../../test/security/wild.ts'

const library = 'test/ahead/fixture/library.mjs'
const visit = 'test/ahead/fixture/visit.mjs'

interface Visit {
  readonly answers: readonly string[]
  readonly atStart: Loaded
  readonly atEnd: Loaded
  readonly code?: string
  readonly message?: string
}
type Loaded = Readonly<Record<'ajv' | 'serializer' | 'part', boolean>>

const handBack = ({ body }: { body: unknown }) => ({ body })

let folder: string
let compiled: string

before(async () => {
  folder = await createFolder()
  compiled = resolve(folder, 'compiled.mjs')
  const { code, stderr } = await espalier(['compile', library, '--out', compiled])
  assert.equal(code, 0, stderr)
})
after(() => rm(folder, { recursive: true }))

async function visited(env: Record<string, string>, run = runNode): Promise<Visit> {
  const { stdout, stderr } = await run([visit], env)
  assert.ok(stdout, stderr)
  return JSON.parse(stdout)
}

test('an app with its compiled module responds like one that compiles at boot, without loading Ajv', async () => {
  const [ahead, boot] = await Promise.all([visited({ COMPILED: compiled }), visited({})])
  assert.deepEqual(ahead.answers, boot.answers)
  assert.deepEqual(boot.atStart, { ajv: true, serializer: true, part: false })
  assert.deepEqual(ahead.atEnd, { ajv: false, serializer: false, part: false })
})

test('only an app with its compiled module runs where code generation from strings is disallowed', async () => {
  const [ahead, boot] = await Promise.all([visited({ COMPILED: compiled }, runRestricted), visited({}, runRestricted)])
  assert.equal(ahead.answers.length, 17)
  assert.deepEqual(ahead.answers, (await visited({})).answers)
  assert.match(boot.message ?? '', /Code generation from strings disallowed/)
})

test('a long list is serialized by copies in a compiled module', async () => {
  assert.match(await readFile(compiled, 'utf8'), /withCopies\(module\.exports, /)
  const { answers } = await visited({ COMPILED: compiled })
  const items = '[{"id":1},{"id":2,"name":"b"},{"id":3,"name":null},{"id":4,"name":"d"},{"id":5}]'
  assert.equal(answers.at(-1), `GET /page 200 {"items":${items},"total":5}`)
})

test('routes of every kind are found where code generation from strings is disallowed', async () => {
  const routes = ['test/ahead/fixture/routes.mjs']
  const [restricted, free] = await Promise.all([runRestricted(routes), runNode(routes)])
  assert.equal(restricted.stderr, '')
  assert.equal(restricted.stdout, free.stdout)
})

for (const [change, what, message] of [
  ['body', 'a changed schema', /do not match POST \/books: its body schema is not among them/],
  ['shared', 'a changed shared schema', /do not match POST \/books/],
  ['option', 'a changed option of Ajv', /do not match POST \/books: its body schema/],
  ['many', 'a new route', /do not match POST \/0: its body schema/],
  [
    'build',
    'a module of another release',
    /do not match this installation: they were made by espalier@0\.0\.1, and this is espalier@/
  ]
] as const) {
  test(`${what} makes the module stale, and the app fails to start with the place`, async () => {
    const visit = await visited({ COMPILED: compiled, CHANGE: change })
    assert.equal(visit.code, 'ESP_ERR_COMPILED_STALE')
    assert.match(visit.message ?? '', message)
    assert.match(visit.message ?? '', /Run 'espalier compile' again/)
  })
}

test('a schema that cannot be written is reported by the command and compiled at boot', async () => {
  const out = resolve(folder, 'keyword.mjs')
  const { stdout } = await espalier(['compile', library, '--out', out], { CHANGE: 'keyword' })
  assert.match(
    stdout,
    /0 validators, 5 serializers\n {2}left for the start, because it cannot be written down: POST \/books: body\n/
  )
  const [ahead, boot] = await Promise.all([
    visited({ COMPILED: out, CHANGE: 'keyword' }),
    visited({ CHANGE: 'keyword' })
  ])
  assert.deepEqual(ahead.answers, boot.answers)
  assert.match(ahead.answers.at(-2) ?? '', /400 .*must pass/)
})

test('a schema that a handler supplies is compiled at its first use', async () => {
  const { answers, atStart } = await visited({ COMPILED: compiled, CHANGE: 'later' })
  assert.equal(answers.at(-1), 'GET /later 200 true')
  assert.equal(atStart.ajv, false)
})

test('routes with different schemas under one $id each use their own', async () => {
  const nested = (type: string) => ({
    type: 'object',
    properties: { a: { $ref: 'inner#' } },
    definitions: { inner: { $id: 'inner', type } }
  })
  const bodies: object[] = [
    { $id: 'own', type: 'integer' },
    { $id: 'own', type: 'array', items: { type: 'boolean' } },
    nested('integer'),
    nested('boolean')
  ]
  const make = (options: object) => {
    const app = createApp({ logger: false, ...options }).app
    for (const [index, body] of bodies.entries()) app.post(`/${index}`, { schema: { body } }, handBack)
    return app
  }
  const compiled = await compileHere(() => make({}) as never)
  const payloads = ['"1"', '[true]', '{"a":"1"}', '{"a":"true"}']
  const headers = { 'content-type': 'application/json' }
  const ask = (app: ReturnType<typeof make>) =>
    Promise.all(
      bodies.flatMap((_, index) =>
        payloads.map(async (payload) => (await app.inject({ method: 'POST', url: `/${index}`, headers, payload })).body)
      )
    )
  assert.deepEqual(await ask(make({ compiled })), await ask(make({})))
})

test('a large module is split into parts, which are loaded at first use', async () => {
  const out = resolve(folder, 'many.mjs')
  await espalier(['compile', library, '--out', out], { CHANGE: 'many' })
  const parts = await readdir(join(folder, 'many.parts'))
  assert.ok(parts.length > 1)
  const { answers, atStart, atEnd } = await visited({ COMPILED: out, CHANGE: 'many' }, runRestricted)
  assert.deepEqual([atStart.part, atEnd.part], [false, true])
  assert.deepEqual(answers, (await visited({})).answers)
})

test('the same application compiles to the same text, with a declaration file', async () => {
  const again = resolve(folder, 'again.mjs')
  const { stdout } = await espalier(['compile', library, '-o', again], { COMPILED: compiled })
  assert.match(stdout, /again\.mjs: 6 validators, 5 serializers\n$/)
  assert.equal(await readFile(again, 'utf8'), await readFile(compiled, 'utf8'))
  assert.match(
    await readFile(resolve(folder, 'again.d.mts'), 'utf8'),
    /declare const validators: CompiledSchemas\['validators'\]/
  )
})
