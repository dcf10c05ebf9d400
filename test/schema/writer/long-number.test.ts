import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, Type } from '../../../src/index.ts'

const Long = Type.BigInteger()

const Named = Type.Object({ at: Type.DateTime(), n: Long }, { $id: 'named' })
const n = 123456789012345678901234567890n
const at = new Date(0)
const json = { n: `${n}`, at: at.toJSON() }

for (const [name, schema, value, sent] of [
  ['fields', Type.Object({ n: Long, at: Type.DateTime() }), { n, at }, json],
  [
    'lists',
    Type.Array(Type.Object({ n: Long, at: Type.DateTime() })),
    Array(200).fill({ n, at }),
    Array(200).fill(json)
  ],
  ['records', Type.Record(Type.String(), Long), { a: n }, { a: `${n}` }],
  ['references', Type.Array(Type.Ref(Named)), [{ n, at }], [json]],
  ['unions', Type.Object({ n: Type.Union([Long, Type.Null()]) }), { n }, { n: `${n}` }],
  [
    'objects in unions',
    Type.Union([Type.Object({ n: Long }), Type.Object({ at: Type.DateTime() })]),
    { at },
    { at: json.at }
  ],
  ['intersections', Type.Intersect([Type.Object({ n: Long }), Type.Object({ at: Type.DateTime() })]), { n, at }, json],
  ['tuples', Type.Tuple([Long, Type.DateTime()]), [n, at], [json.n, json.at]],
  ['a response itself', Long, n, `${n}`]
] as const)
  test(`dates and bigints are sent in ${name}`, async () => {
    const app = espalier()
    app.get('/', { schema: { response: { 200: schema } } }, () => value as never)
    const { statusCode, body } = await app.inject('/')
    assert.deepEqual([statusCode, JSON.parse(body)], [200, sent])
  })
