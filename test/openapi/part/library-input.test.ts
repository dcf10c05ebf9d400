// For random schemas of Zod and Valibot, the document must have each field and accept each value that the app accepts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJsonSchema } from '@valibot/to-json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import * as v from 'valibot'
import { z } from 'zod'
import { openapi } from '../../../src/openapi/index.ts'
import { standardSchema } from '../../../src/provider/standard-schema.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { info } from '../describing.ts'

const libraries: Readonly<Record<string, { object: (fields: Anything) => unknown; kinds: readonly unknown[] }>> = {
  Valibot: {
    object: (fields) => v.object(fields),
    kinds: [
      v.string(),
      v.pipe(v.string(), v.transform(Number)),
      v.pipe(v.string(), v.minLength(2), v.transform(Number), v.minValue(3)),
      v.pipe(v.string(), v.decimal(), v.toNumber(), v.integer()),
      v.optional(v.pipe(v.string(), v.transform(Number), v.number()), '7'),
      v.pipe(
        v.string(),
        v.transform((text) => text.split(','))
      ),
      v.union([v.pipe(v.string(), v.transform(Number)), v.date()])
    ]
  },
  Zod: {
    object: (fields) => z.object(fields),
    kinds: [
      z.string(),
      z.string().transform(Number),
      z.string().min(2).transform(Number).pipe(z.number().min(3)),
      z.coerce.date(),
      z.coerce.bigint(),
      z.optional(z.string().transform(Number)),
      z.union([z.string().transform(Number), z.date()])
    ]
  }
}

const values = fc.constantFrom('', '1', '12', '4.5', 'x', 'yes', '2026-01-02', 'a,b')
const fieldsOf = (count: number) => fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(count - 1), { minKeys: 1 })

for (const [name, { kinds, object }] of Object.entries(libraries))
  test(`${name}: the document has each request field and accepts every value that the app accepts`, async () => {
    let taken = 0
    const record = fc.dictionary(fc.constantFrom('a', 'b', 'c'), values)
    const law = fc.asyncProperty(
      fieldsOf(kinds.length),
      fc.array(record, { minLength: 1, maxLength: 4 }),
      async (fields, given) => {
        const schema = object(Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, kinds[kind]])))
        const { app } = createApp()
        app.withTypeProvider(standardSchema({ toJsonSchema }))
        app.post('/query', { schema: { querystring: schema } }, () => 'taken')
        app.post('/body', { schema: { body: schema } }, () => 'taken')
        await app.ready()
        const { query, body } = partsOf(openapi(app, { info }))
        assert.deepEqual(Object.keys(query.properties).sort(), Object.keys(fields).sort())
        const judges = [query, body].map((part) => addFormats.default(new Ajv2020({ strict: false })).compile(part))
        for (const values of given) {
          const answers = [
            await app.inject({ method: 'POST', url: `/query?${new URLSearchParams(values)}` }),
            await app.inject({ method: 'POST', url: '/body', payload: values })
          ]
          for (const [index, { statusCode }] of answers.entries()) {
            if (statusCode !== 200) continue
            taken++
            assert.ok(judges[index]?.(values), JSON.stringify([values, judges[index]?.errors]))
          }
        }
      }
    )
    await fc.assert(law, fixed(15))
    assert.ok(taken > 0)
    await fc.assert(law, budget(40))
  })

function partsOf({ paths }: Anything): { readonly query: Anything; readonly body: Anything } {
  const { parameters = [] } = paths['/query'].post
  const { schema } = paths['/body'].post.requestBody.content['application/json']
  const query = {
    type: 'object',
    properties: Object.fromEntries(parameters.map((each: Anything) => [each.name, each.schema])),
    required: parameters.filter((each: Anything) => each.required).map((each: Anything) => each.name)
  }
  return { query, body: schema }
}
