import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { importDocument } from '@espalier/openapi-import'
import { mergePatch } from '@espalier/openapi-import/patch'
import { espalier, events, Type } from 'espalier'
import { createClient } from 'espalier/client'
import { openapi } from 'espalier/openapi'
import { toNormalForm } from '../../../openapi-import/src/normal-form.ts'
import { readDocument } from '../../../openapi-import/src/read-document.ts'
import { bodyOf, documentOf, info, withOperation } from '../../../openapi-import/test/documents.ts'
import * as realworld from '../../../openapi-import/test/realworld/endpoints.ts'
import { writeEndpoints as writeTo } from '../../src/endpoints/write-endpoints.ts'

const { document, documentPatch, ...endpoints } = realworld
const writeEndpoints = (file: string, out: string, force: boolean) =>
  writeTo({ document: file, out, force }, async (path) => importDocument(await readDocument(path), path))
const folder = mkdtempSync(join(tmpdir(), 'endpoints-'))
after(() => rmSync(folder, { recursive: true }))

test('the module of a real document equals the stored one', async () => {
  const out = join(folder, 'realworld.ts')
  assert.equal((await writeEndpoints('examples/realworld/openapi.yml', out, false)).endpoints, 19)
  assert.equal(readFileSync(out, 'utf8'), readFileSync('packages/openapi-import/test/realworld/endpoints.ts', 'utf8'))
})

test('an app with the written endpoints has the original document', async () => {
  const app = espalier()
  app.setErrorHandler(() => undefined)
  for (const value of Object.values(endpoints))
    if ('method' in value) app.route(value as typeof realworld.getTags, () => ({ tags: [] }))
  await app.ready()
  const made = openapi(app, { ...document, patch: mergePatch(documentPatch) })
  assert.deepEqual(toNormalForm(made as never), toNormalForm(await readDocument('examples/realworld/openapi.yml')))
  await app.close()
})

test('handlers and clients of written endpoints have their types', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  const article = {
    ...{ slug: 'a', title: 'A', description: '', body: '', tagList: ['x'], favorited: false, favoritesCount: 0 },
    ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
    author: { username: 'me', bio: '', image: '', following: false }
  }
  app.route(realworld.getArticle, ({ params: { slug } }) => ({ article: { ...article, slug } }))
  app.route(realworld.getArticles, ({ query: { limit, tag } }, reply) => {
    const count: number = limit
    const wanted: string | undefined = tag
    return reply.send({ articles: wanted === undefined ? [] : [article], articlesCount: count })
  })
  app.route(realworld.login, ({ body: { user } }, reply) => {
    if (user.email !== 'me')
      return reply
        .code(422)
        .type('application/json')
        .send({ errors: { body: ['no'] } })
    return { user: { email: user.email, token: '', username: '', bio: '', image: '' } }
  })
  const api = createClient(
    { getArticle: realworld.getArticle, getArticles: realworld.getArticles, login: realworld.login },
    { baseUrl: await app.listen({ port: 0 }) }
  )
  const found = await api.getArticle({ params: { slug: 'b' } }).expect(200)
  assert.equal(found.article.slug, 'b')
  assert.equal((await api.getArticles({ query: { tag: 'x' } }).expect(200)).articlesCount, 20)
  const refused = await api.login({ body: { user: { email: 'you', password: '' } } })
  assert.deepEqual(refused.status === 422 && refused.body.errors.body, ['no'])
})

/** Returns the document of an app with the written endpoints, and the parts that only `patch` can restore. */
async function goRound(given: Readonly<Record<string, unknown>>) {
  const [file, out] = [join(folder, 'a.json'), join(folder, 'a.ts')]
  writeFileSync(file, JSON.stringify(given))
  await writeEndpoints(file, out, true)
  const { evaluate } = await import('../../../openapi-import/test/module/evaluate.ts')
  const module = evaluate(readFileSync(out, 'utf8')) as { document: never; documentPatch?: object }
  const { document: options, documentPatch = {}, ...exported } = module
  const app = espalier()
  app.setErrorHandler(() => undefined)
  for (const value of Object.values<object>(exported))
    if ('method' in value) app.route(value as typeof realworld.getTags, () => ({ tags: [] }))
  await app.ready()
  const made = openapi(app, { ...Object(options), patch: mergePatch(documentPatch) })
  await app.close()
  assert.deepEqual(toNormalForm(made as never), toNormalForm(given))
  return documentPatch
}

const text = { type: 'string' }

for (const [what, given] of [
  ['of 3.2', { ...withOperation(bodyOf(text)), openapi: '3.2.0' }],
  [
    'with extensions and webhooks at its root',
    withOperation(
      {},
      {
        'x-a': 1,
        jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
        webhooks: { a: { post: { requestBody: { content: {} } } } }
      }
    )
  ],
  [
    'with path-level parts and links',
    documentOf({
      '/{a-b}': {
        summary: 'c',
        servers: [{ url: '/d' }],
        parameters: [{ name: 'a-b', in: 'path', required: true, schema: text, example: 'e' }],
        get: { responses: { 200: { description: 'f', links: { g: { operationId: 'h' } } } } }
      }
    })
  ],
  [
    'with parameters in every place and style',
    withOperation({
      parameters: [
        { name: 'a', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
        { name: 'Accept', in: 'header', schema: text },
        { name: 'b', in: 'cookie', schema: text },
        { name: 'c', in: 'query', content: { 'application/json': { schema: { type: 'array' } } } }
      ]
    })
  ],
  [
    'with a discriminator, extensions and custom formats',
    withOperation(
      bodyOf({
        oneOf: [{ $ref: '#/components/schemas/a' }, { $ref: '#/components/schemas/b' }],
        discriminator: { propertyName: 'kind' }
      }),
      {
        components: {
          schemas: {
            a: {
              type: 'object',
              properties: { kind: { const: 'a' }, at: { type: 'string', format: 'moon' } },
              required: ['kind']
            },
            b: {
              type: 'object',
              properties: { kind: { const: 'b' }, of: { $ref: '#/components/schemas/a', description: 'c' } },
              'x-a': { $ref: 1 }
            },
            unused: { type: 'null' }
          }
        }
      }
    )
  ],
  [
    'with null as a value',
    withOperation({
      requestBody: {
        content: {
          'application/json': { schema: { enum: [null, 'a'], default: null, examples: [null] }, example: null }
        }
      }
    })
  ],
  ['with an empty path', documentOf({ '/a': {}, '/b': { get: { responses: { default: { description: 'c' } } } } })],
  [
    'with callbacks and several bodies',
    withOperation({
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: text },
          'multipart/form-data': {
            schema: { type: 'object', properties: { file: text } },
            encoding: { file: { contentType: 'image/png' } }
          }
        }
      },
      callbacks: { done: { '{$request.body#/url}': { post: { responses: { 200: { description: 'a' } } } } } }
    })
  ],
  [
    'with a recursive schema',
    withOperation(bodyOf({ $ref: '#/components/schemas/tree' }), {
      components: {
        schemas: {
          tree: { type: 'object', properties: { all: { type: 'array', items: { $ref: '#/components/schemas/tree' } } } }
        }
      }
    })
  ]
] as const)
  test(`a document ${what} survives a round trip`, async () => {
    await goRound(given)
  })

for (const version of ['3.1.1', '3.2.0'])
  test(`an event stream in ${version} is written as events() and survives a round trip`, async () => {
    const event = (name: string) => ({
      properties: { event: { const: name }, data: { contentMediaType: 'application/json', contentSchema: text } }
    })
    const itemSchema = {
      type: 'object',
      required: ['event'],
      oneOf: [event('tick'), event('done')],
      properties: { event: text }
    }
    const entry = version === '3.2.0' ? { itemSchema } : { schema: text, 'x-itemSchema': itemSchema }
    const responses = { 200: { description: 'a', content: { 'text/event-stream': entry } } }
    await goRound({ ...withOperation({ responses }), openapi: version })
    assert.match(
      readFileSync(join(folder, 'a.ts'), 'utf8'),
      /200: events\(\{ tick: Type\.String\(\), done: Type\.String\(\) \}\)/
    )
  })

for (const [what, given, out, sentence] of [
  [
    'no module',
    documentOf({ '/a': { get: {} } }),
    'b.js',
    /b\.js must end in \.ts or \.mts: it is a module of TypeScript\.$/
  ],
  ['a misspelt method', documentOf({ '/a': { get: {}, posst: {} } }), 'b.ts', /'posst', .* Did you mean 'post'\?$/],
  ['no operation', documentOf({}), 'b.ts', /b\.json has no operation: there is no endpoint to write\.$/],
  [
    'an unresolved reference',
    withOperation({ requestBody: { $ref: '#/components/requestBodies/a' } }),
    'b.ts',
    /there is nothing of that name in it\.$/
  ],
  ['an unknown security scheme', withOperation({ security: [{ token: [] }] }), 'b.ts', /token/]
] as const)
  test(`a document with ${what} is refused, and no file is written`, async () => {
    const file = join(folder, 'b.json')
    writeFileSync(file, JSON.stringify(given))
    await assert.rejects(
      writeEndpoints(file, join(folder, out), false),
      (error: Error) => 'exitCode' in error && error.exitCode === 2 && sentence.test(error.message)
    )
    assert.ok(!readdirSync(folder).includes(out))
  })

test('the document itself is not overwritten', async () => {
  await assert.rejects(writeEndpoints('a.ts', 'a.ts', true), /a\.ts is the document: name another file to write\.$/)
})

test('streams of an application survive a round trip through its 3.1 document', async () => {
  const Tick = Type.Object({ at: Type.String() }, { $id: 'Tick' })
  const app = espalier().addSchema(Tick)
  const lines = { content: { 'application/x-ndjson': { schema: Type.Ref(Tick) } } }
  const response = { 200: events({ tick: Type.Ref(Tick) }) }
  app.get('/ticks', { schema: { response } }, async function* () {})
  app.get('/lines', { schema: { response: { 200: lines } } }, async function* () {})
  await app.ready()
  await goRound({ ...openapi(app, { info }) })
  await app.close()
  assert.match(readFileSync(join(folder, 'a.ts'), 'utf8'), /200: events\(\{ tick: Type\.Ref\(Tick\) \}\)/)
})

test('an existing file with other content is kept unless force is set', async () => {
  const [file, out] = [join(folder, 'c.json'), join(folder, 'c.ts')]
  writeFileSync(file, JSON.stringify(withOperation({})))
  await writeEndpoints(file, out, false)
  const text = readFileSync(out, 'utf8')
  assert.equal((await writeEndpoints(file, out, false)).endpoints, 1)
  writeFileSync(out, `${text}// mine\n`)
  await assert.rejects(
    writeEndpoints(file, out, false),
    (error: Error) =>
      'exitCode' in error &&
      error.exitCode === 2 &&
      /c\.ts is there already, and differs .* or write over it with --force\.$/.test(error.message)
  )
  assert.equal(readFileSync(out, 'utf8'), `${text}// mine\n`)
  await writeEndpoints(file, out, true)
  assert.equal(readFileSync(out, 'utf8'), text)
})
