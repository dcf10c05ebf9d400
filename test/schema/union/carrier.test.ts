/** Unions in bodies, forms, query strings and WebSocket messages give the same value to a handler, compiled at boot or ahead. */
import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { precompile } from '../../../src/ahead/precompile.ts'
import { espalier } from '../../../src/index.ts'
import { Model, type Schema } from '../union-model.ts'
import { type Sample, samples, scalars, texts } from '../union-sample.ts'

type Part = 'body' | 'form' | 'querystring' | 'headers'
type Options = NonNullable<Parameters<typeof espalier>[0]>
type App = ReturnType<typeof createApp>
type Texts = Readonly<Record<string, string | string[]>>

const form = 'application/x-www-form-urlencoded'
const refused = 'refused'

/** An app with a route for each sample. The response contains the received value and the validated one. */
function createApp(part: Part, all: readonly Sample[], options: Options = {}) {
  const app = espalier({ ...options, ajv: { customOptions: { logger: false } } })
  const key = part === 'form' ? 'body' : part
  const method = key === 'body' ? 'POST' : 'GET'
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, parseForm(String(body))))
  for (const [index, { schema, shared }] of all.entries()) {
    app.register(async (own) => {
      for (const one of Object.values(shared)) own.addSchema(one as never)
      const came = new WeakMap<object, unknown>()
      const name = key === 'querystring' ? 'query' : key
      own.route({
        method,
        url: `/${index}`,
        attachValidation: true,
        schema: { [key]: schema } as Record<string, never>,
        preValidation: async (request) => void came.set(request, structuredClone(request[name] ?? null)),
        handler: (request) => [came.get(request), request.validationError ? refused : request[name]]
      })
    })
  }
  return app
}

const parseForm = (text: string) => {
  const fields = new URLSearchParams(text)
  return Object.fromEntries([...fields.keys()].map((name) => [name, listOrOne(fields.getAll(name))]))
}
const listOrOne = (list: string[]) => (list.length === 1 ? list[0] : list)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
/** The members of a value that a form can contain. */
const textsOf = (value: unknown): Texts =>
  Object.fromEntries(
    Object.entries(value ?? {}).filter(([, one]) => isText(one) || (Array.isArray(one) && one.every(isText)))
  )

function send(app: App, part: Part, index: number, value: unknown) {
  const url = `/${index}`
  if (part === 'body') {
    const headers = { 'content-type': 'application/json' }
    return app.inject({ method: 'POST', url, headers, payload: JSON.stringify(value) })
  }
  const fields = textsOf(value)
  const pairs = Object.entries(fields).flatMap(([name, one]) =>
    [one].flat().map((text): [string, string] => [name, text])
  )
  const query = String(new URLSearchParams(pairs))
  if (part === 'form') return app.inject({ method: 'POST', url, headers: { 'content-type': form }, payload: query })
  const headers = part === 'headers' ? Object.fromEntries(pairs) : {}
  return app.inject({ method: 'GET', url: part === 'headers' ? url : `${url}?${query}`, headers })
}

async function assertGotten(app: App, part: Part, all: readonly Sample[]): Promise<void> {
  for (const [index, { schema, shared, value }] of all.entries()) {
    const answer = await send(app, part, index, value)
    assert.equal(answer.statusCode, 200, answer.body)
    const [came, got] = answer.json() as [unknown, unknown]
    const taken = new Model(schema, shared, part !== 'body').take(schema, came)
    assert.deepEqual(
      got,
      taken === undefined ? refused : JSON.parse(JSON.stringify(taken.value)),
      JSON.stringify(all[index])
    )
  }
}

async function compileAhead(part: Part, all: readonly Sample[]): Promise<object> {
  const runtime = new URL('../../../src/ahead/runtime.js', import.meta.url).href
  const { module, unwritable } = await precompile(() => createApp(part, all) as never)
  assert.deepEqual(unwritable, [])
  const folder = resolve('.build', 'union-carrier')
  const file = resolve(folder, `${part}-${process.pid}-${files++}.mjs`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, module.replace('"espalier/compiled"', JSON.stringify(runtime)))
  try {
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(file)
  }
}
let files = 0

const withFields = (make: () => Schema): Schema => {
  const properties = { k: make(), a: make(), b: make() }
  return { type: 'object', properties }
}
const carried = (part: Part) => (part === 'body' ? samples(scalars) : samples(texts, withFields))

for (const part of ['body', 'form', 'querystring', 'headers'] as const) {
  test(`a handler receives the result of the first matching member of the ${part}, with every way of compiling`, async () => {
    const batches = fc.array(carried(part), { minLength: 10, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const options: Options[] = [{ compile: 'boot' }, { compile: 'lazy' }]
        const compiled = await compileAhead(part, all)
        for (const one of [...options, { compiled: compiled as never }])
          await assertGotten(createApp(part, all, one), part, all)
      }),
      { numRuns: 2 }
    )
  })
}
