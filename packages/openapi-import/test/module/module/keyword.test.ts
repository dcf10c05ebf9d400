/** For every keyword with subschemas, an app must start from a document with a reference or a default under the keyword. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { importDocument } from '../../../src/import-document.ts'
import { keywords } from '../../../src/keyword.ts'
import { bodyOf, withOperation } from '../../documents.ts'
import { evaluate } from '../evaluate.ts'

const B = { type: 'object', required: ['a'], properties: { a: { type: 'integer', default: 1 } } }

const forms: Readonly<Record<string, (schema: object) => unknown>> = {
  schema: (schema) => schema,
  'schema or schemas': (schema) => schema,
  schemas: (schema) => [schema],
  'schemas by name': (schema) => ({ a: schema }),
  'schemas or names by name': (schema) => ({ a: schema, b: ['c'] })
}
const beside: Readonly<Record<string, object>> = {
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  ...{ then: { if: {} }, else: { if: {} }, if: { else: {} } },
  additionalItems: { type: 'array', items: [{}] }
}

interface Started {
  send(payload: unknown): Promise<unknown>
}

async function start(schema: object, components: object): Promise<Started> {
  const document = withOperation(bodyOf(schema), { components: { schemas: components } })
  const { module } = await importDocument(document, 'a.json')
  const { postBooks } = evaluate(module) as { postBooks: { method: string; path: string; schema: object } }
  const app = Object(espalier({ logger: false }))
  app.route(postBooks, ({ body }: { body: unknown }) => ({ body }))
  await app.ready()
  return {
    async send(payload) {
      const response = await app.inject({ method: 'POST', url: '/books', payload })
      return response.statusCode === 200 ? response.json().body : undefined
    }
  }
}

const holding = [...keywords].filter(([, { holds, origin }]) => holds !== undefined && origin === undefined)

for (const [name, { holds }] of holding) {
  const hold = forms[holds ?? ''] as (schema: object) => unknown

  test(`a reference under ${name} becomes a reference to the constant`, async () => {
    await start({ ...beside[name], [name]: hold({ $ref: '#/components/schemas/B' }) }, { B })
  })

  test(`a default under ${name} does not prevent the start`, async () => {
    await start({ ...beside[name], [name]: hold(B) }, {})
  })
}

test('a default in the branch of a condition is filled in', async () => {
  const object = { type: 'object' }
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  const app = await start({ ...object, if: { required: ['b'] }, then: { ...object, ...B }, else: object }, {})
  assert.deepEqual(await app.send({ b: 1 }), { b: 1, a: 1 })
  assert.deepEqual(await app.send({}), {})
})

test('a reference under dependencies validates like its component', async () => {
  const app = await start(
    { type: 'object', dependencies: { b: { $ref: '#/components/schemas/C' } } },
    { C: { type: 'object', required: ['c'] } }
  )
  assert.deepEqual(await app.send({ b: 1 }), undefined)
  assert.deepEqual(await app.send({ b: 1, c: 1 }), { b: 1, c: 1 })
  assert.deepEqual(await app.send({}), {})
})
