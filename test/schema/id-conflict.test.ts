import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, Type } from 'espalier'
import { findIdConflict } from '../../src/schema/id-conflict.ts'
import type { Wild } from '../security/wild.ts'

const shared = { $id: 'pet', type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const other = { $id: 'pet', type: 'object', properties: { age: { type: 'number' } } }

const boot = async (schema: object, options: object = {}, declared: object = shared) => {
  const app = espalier(options) as Wild
  app.addSchema(declared)
  app.register(async (child: Wild) => void child.post('/:name', { schema }, ({ body }: { body: unknown }) => body))
  await app.ready()
  return app
}

const places: Record<string, (schema: object) => object> = {
  'the body': (schema) => ({ body: schema }),
  'a part of the body': (schema) => ({ body: { type: 'object', properties: { pet: schema } } }),
  'a list in the body': (schema) => ({ body: { type: 'array', items: schema } }),
  'a body by media type': (schema) => ({ body: { content: { 'application/json': { schema } } } }),
  'the query string': (schema) => ({ query: schema }),
  'the parameters': (schema) => ({ params: schema }),
  'the headers': (schema) => ({ headers: schema }),
  'a response': (schema) => ({ response: { 200: schema } }),
  'a part of a response': (schema) => ({ response: { '2xx': { type: 'object', properties: { pet: schema } } } }),
  'a response by media type': (schema) => ({ response: { default: { content: { 'application/json': { schema } } } } })
}

for (const [place, toSchema] of Object.entries(places)) {
  for (const compile of ['boot', 'lazy']) {
    test(`another schema under the $id of a shared one fails to start: ${place} (${compile})`, async () => {
      await assert.rejects(boot(toSchema(other), { compile }), {
        code: 'ESP_ERR_SCH_ID_TAKEN',
        message: /POST \/:name has the \$id 'pet'.*\$ref: 'pet#'/
      })
    })

    test(`the same schema under the $id of a shared one is accepted: ${place} (${compile})`, async () => {
      const { properties, ...rest } = shared
      for (const same of [shared, structuredClone(shared), { properties, ...rest }]) {
        await (await boot(toSchema(same), { compile })).close()
      }
    })
  }
}

test('validator and serializer read the same schema under one $id', async () => {
  const app = await boot({ body: shared, response: { 200: shared } })
  const ask = (payload: object) => app.inject({ method: 'POST', url: '/a', payload })
  assert.equal((await ask({ name: 'Rex', age: 3 })).body, '{"name":"Rex"}')
  assert.equal((await ask({ age: 3 })).statusCode, 400)
})

test('TypeBox and shorthand schemas equal the schemas they expand to', async () => {
  const fields = { name: Type.String() }
  await boot({ body: Type.Object(fields, { $id: 'pet' }) })
  await boot({ body: shared }, {}, Type.Object(fields, { $id: 'pet' }))
  await boot({ body: { $id: 'pet', ...fields } }, {}, Type.Object(fields, { $id: 'pet' }))
})

test('an $id inside const, default, enum or examples is data', () => {
  for (const keyword of ['const', 'default', 'example'])
    assert.equal(findIdConflict([{ [keyword]: other }], { pet: shared }), undefined)
  for (const keyword of ['enum', 'examples'])
    assert.equal(findIdConflict([{ [keyword]: [other] }], { pet: shared }), undefined)
  assert.equal(findIdConflict([{ properties: { $id: { type: 'string' } } }], { pet: shared }), undefined)
})

test('a field named like a data keyword is searched for an $id', () => {
  for (const name of ['const', 'enum', 'default', 'examples'])
    for (const keyword of ['properties', 'patternProperties', 'definitions', 'dependencies'])
      assert.equal(findIdConflict([{ [keyword]: { [name]: other } }], { pet: shared }), 'pet', `${keyword}/${name}`)
})

test("custom compilers and compat: 'fastify' accept a conflicting $id", async () => {
  await boot({ body: other, response: { 200: other } }, { compat: 'fastify' })
  const app = espalier() as Wild
  app.addSchema(shared)
  app.setValidatorCompiler(() => () => true).setSerializerCompiler(() => JSON.stringify)
  app.post('/', { schema: { body: other, response: { 200: other } } }, () => 'ok')
  await app.ready()
})

test('class instances and values other than objects have no $id', () => {
  class Library {
    $id = 'pet'
  }
  const declared = { type: 'object', 'x-none': null, 'x-list': [null, 'pet', new Library()], 'x-own': new Library() }
  assert.equal(findIdConflict([declared, null, undefined, true], { pet: shared }), undefined)
  assert.equal(findIdConflict([declared, [{ $id: 'pet' }]], { pet: shared }), 'pet')
})
