import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, Type } from 'espalier'

const make = espalier as unknown as (options?: object) => LooseApp

interface LooseApp {
  addHook(name: string, fn: (options: Shown) => void): void
  post(path: string, options: object, handler: (request: { routeOptions: Shown }) => unknown): void
  ready(): Promise<unknown>
  inject(options: object): Promise<{ statusCode: number; json(): unknown }>
}

interface Shown {
  readonly schema: unknown
}

const title = { title: Type.String() }
const given = { summary: 'Store', query: { draft: { type: 'boolean' } }, body: title, response: { '2xx': title } }
const inFull = { type: 'object', required: ['title'], properties: title }
const query = { type: 'object', properties: { draft: { type: 'boolean' } } }

for (const compile of ['boot', 'lazy']) {
  test(`options that onRoute hooks keep have normalized schemas when the app is ready (compile: '${compile}')`, async () => {
    const app = make({ compile })
    const before = structuredClone(given)
    const kept: Shown[] = []
    const atReady: unknown[] = []
    app.addHook('onRoute', (options) => kept.push(options))
    app.addHook('onReady', () => atReady.push(...kept.map(({ schema }) => structuredClone(schema))))
    app.post('/books', { schema: given }, ({ routeOptions }) => {
      assert.equal(routeOptions.schema, kept[0]?.schema)
      return { title: 'Walden', secret: 1 }
    })
    assert.equal(kept[0]?.schema, given)
    await app.ready()

    const shown = { summary: 'Store', query, querystring: query, body: inFull, response: { '2xx': inFull } }
    assert.deepEqual(
      atReady,
      [shown].map((schema) => structuredClone(schema))
    )
    assert.deepEqual(structuredClone(given), before)
    const answer = await app.inject({ method: 'POST', url: '/books?draft=1', payload: { title: 'Walden' } })
    assert.equal(answer.statusCode, 400)
    const stored = await app.inject({ method: 'POST', url: '/books?draft=true', payload: { title: 'Walden' } })
    assert.deepEqual([stored.statusCode, stored.json()], [200, { title: 'Walden' }])
  })
}
