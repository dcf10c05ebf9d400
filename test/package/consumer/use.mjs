import assert from 'node:assert/strict'
import espalier, { espalier as named } from 'espalier'
import bearerAuth from 'espalier/bearer-auth'
import { createClient } from 'espalier/client'
import { endpoint, Type } from 'espalier/contract'
import { adopt } from 'espalier/fastify'
import { toFetchHandler } from 'espalier/fetch'
import 'espalier/json-schema-to-ts'
import { standardSchema } from 'espalier/standard-schema'
import 'espalier/typebox'
import { greet, guard } from './serve.mjs'

assert.equal(named, espalier)
await greet(espalier)
await guard(espalier, bearerAuth)

// The optional peers of these modules are not installed here.
const open = espalier().withTypeProvider(standardSchema())
await open.register(adopt(async (instance) => void instance.decorate('parse', () => 1), { app: ['parse'] }))
assert.equal(open.parse(), 1)

const answer = await toFetchHandler(espalier().get('/', () => 'by hand'))(new Request('http://localhost/'))
assert.equal(await answer.text(), 'by hand')

const getTitle = endpoint('GET /title', {
  response: { 200: Type.Ref(Type.Object({ a: Type.Integer() }, { $id: 'title' })) }
})
const titled = espalier()
titled.route(getTitle, () => ({ a: 1, b: 2 }))
assert.deepEqual((await titled.inject(getTitle)).json(), { a: 1 })

const baseUrl = await titled.listen({ port: 0 })
assert.deepEqual(await createClient({ getTitle }, { baseUrl }).getTitle().expect(200), { a: 1 })
await titled.close()
