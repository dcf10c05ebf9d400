/** Schemas with names that every object inherits, and schemas that refer to themselves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../../security/wild.ts'

const inherited = Object.getOwnPropertyNames(Object.prototype)
const json = { 'content-type': 'application/json' }

/** Parsed, because in a literal `__proto__` would set the prototype. */
const parse = (text: string) => JSON.parse(text)

async function statuses(schema: object, bodies: readonly string[], shared: readonly object[] = []): Promise<number[]> {
  const { app } = createApp({ logger: false, onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' })
  for (const one of shared) app.addSchema(one)
  app.post('/', { schema }, () => 'valid')
  const seen: number[] = []
  for (const payload of bodies)
    seen.push((await app.inject({ method: 'POST', url: '/', headers: json, payload })).statusCode)
  return seen
}

for (const name of inherited) {
  test(`a shared schema named ${name}, or a reference to it, is refused`, async () => {
    const { app } = createApp({ logger: false })
    assert.throws(() => app.addSchema({ $id: name, type: 'object' }), { code: 'ESP_ERR_SCH_RESERVED_ID' })
    for (const $ref of [name, `${name}#`, `${name}#/properties/a`]) {
      const refused = [{ body: { $ref } }, { body: { type: 'object', properties: { a: { $ref } } } }]
      for (const schema of refused)
        await assert.rejects(statuses(schema, ['{}']), {
          code: 'FST_ERR_SCH_VALIDATION_BUILD'
        })
      await assert.rejects(statuses({ response: { 200: { $ref } } }, ['{}']), {
        code: 'FST_ERR_SCH_SERIALIZATION_BUILD'
      })
    }
  })

  test(`a property named ${name} is validated, required and serialized like any other`, async () => {
    const schema = parse(
      `{"type":"object","required":["${name}"],"properties":{"${name}":{"type":"integer"}},"additionalProperties":false}`
    )
    const bodies = [`{"${name}":1}`, `{"${name}":"no"}`, '{}']
    assert.deepEqual(await statuses({ body: schema }, bodies), [200, 400, 400])
    const nested = { type: 'object', properties: { inner: { $ref: 'shared#' } } }
    const inner = bodies.map((body) => `{"inner":${body}}`)
    assert.deepEqual(await statuses({ body: nested }, inner, [{ ...schema, $id: 'shared' }]), [200, 400, 400])
    const { app } = createApp({ logger: false })
    app.get('/', { schema: { response: { 200: schema } } }, () => parse(bodies[0] as string))
    assert.equal((await app.inject({ url: '/' })).body, bodies[0])
    app.close()
  })
}

test('a reference to __proto__ in another schema is refused', async () => {
  const shared = parse('{"$id":"shared","type":"object","definitions":{"__proto__":{"type":"integer"}}}')
  const schema = { body: { type: 'object', properties: { a: { $ref: 'shared#/definitions/__proto__' } } } }
  await assert.rejects(statuses(schema, ['{}'], [shared]), { code: 'FST_ERR_SCH_VALIDATION_BUILD' })
})

const tree = { type: 'object', properties: { child: { $ref: '#' }, size: { type: 'integer' } } }
const trees = ['{"child":{"child":{"size":1}}}', '{"child":{"child":{"size":"no"}}}']

test('a schema without $id may refer to itself, beside other recursive and shared schemas', async () => {
  const { app } = createApp({ logger: false })
  app.addSchema({ $id: 'name', type: 'string', minLength: 2 })
  const list = { type: 'array', items: { anyOf: [{ $ref: 'name#' }, { $ref: '#' }] } }
  app.post('/tree', { schema: { body: tree } }, () => 'valid')
  app.post('/list', { schema: { body: list } }, () => 'valid')
  const ask = async (url: string, payload: string) =>
    (await app.inject({ method: 'POST', url, headers: json, payload })).statusCode
  assert.deepEqual([await ask('/tree', trees[0] as string), await ask('/tree', trees[1] as string)], [200, 400])
  assert.deepEqual([await ask('/list', '["ab",["cd",[]]]'), await ask('/list', '["ab",["c"]]')], [200, 400])
})

test('a schema may refer to itself by its $id, and another route may use the same $id for another schema', async () => {
  const { app } = createApp({ logger: false })
  const node = { type: 'object', properties: { child: { $ref: 'tree' }, size: { type: 'integer' } } }
  app.post('/one', { schema: { body: { $id: 'tree', ...node } } }, () => 'valid')
  const other = { ...node, properties: { ...node.properties, size: { type: 'boolean' } } }
  app.post('/two', { schema: { body: { $id: 'tree', ...other } } }, () => 'valid')
  const ask = async (url: string, payload: string) =>
    (await app.inject({ method: 'POST', url, headers: json, payload })).statusCode
  assert.deepEqual([await ask('/one', trees[0] as string), await ask('/one', trees[1] as string)], [200, 400])
  const [yes, no] = ['{"child":{"size":true}}', '{"child":{"size":7}}']
  assert.deepEqual([await ask('/two', yes), await ask('/two', no)], [200, 400])
})

for (const pattern of ['^(.*)$', '^.*$']) {
  const record = { type: 'object', patternProperties: { [pattern]: { type: 'integer' } } }

  test(`a record of ${pattern} covers names with line breaks`, async () => {
    const bodies = ['{"a":1}', '{"a\\nb":1}', '{"a":"x"}', '{"a\\nb":"x"}', '{"\\u2028":"x"}', '{"":"x"}']
    const expected = [200, 200, 400, 400, 400, 400]
    assert.deepEqual(await statuses({ body: record }, bodies), expected)
    assert.deepEqual(
      await statuses(
        { body: { type: 'array', items: record } },
        bodies.map((one) => `[${one}]`)
      ),
      expected
    )
    const shared = { ...record, $id: 'shared' }
    assert.deepEqual(await statuses({ body: { $ref: 'shared#' } }, bodies, [shared]), expected)
  })

  test(`a record of ${pattern} is serialized with all its names`, async () => {
    const { app } = createApp({ logger: false })
    app.get('/', { schema: { response: { 200: record } } }, () => ({ a: 1, 'b\nc': 2 }))
    assert.deepEqual((await app.inject('/')).json(), { a: 1, 'b\nc': 2 })
  })
}

test('several recursive schemas are kept apart', async () => {
  const { app } = createApp({ logger: false })
  const treeOf = (type: string) => ({
    type: 'object',
    required: ['value'],
    properties: { value: { type }, child: { $ref: '#' } }
  })
  for (const type of ['integer', 'boolean', 'null'])
    app.post(`/${type}`, { schema: { body: treeOf(type) } }, () => type)
  const ask = async (url: string, value: unknown) =>
    (await app.inject({ method: 'POST', url, payload: { value, child: { value } } })).statusCode
  for (const [url, right, wrong] of [
    ['/integer', 1, 'x'],
    ['/boolean', true, 'x'],
    ['/null', null, 'x']
  ] as const)
    assert.deepEqual([await ask(url, right), await ask(url, wrong)], [200, 400], url)
})
