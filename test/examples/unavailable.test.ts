// Library and Conduit with an unavailable database: a response in their own format, with Retry-After.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { errors as ofLibrary } from '../../examples/library/errors.ts'
import { errors as ofConduit } from '../../examples/realworld/errors.ts'

const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })

for (const [name, errors, body] of [
  [
    'the library',
    ofLibrary,
    { code: 'UNAVAILABLE', message: 'The library is not available at the moment. Try again.' }
  ],
  ['Conduit', ofConduit, { errors: { body: ['Conduit is not available at the moment; try again'] } }]
] as const)
  test(`${name} responds with 503 and Retry-After in its own format while the database is unavailable`, async () => {
    await using app = espalier({ logger: { level: 'silent' } }).register(errors)
    app.get('/away', () => Promise.reject(away))
    app.get('/mistake', () => Promise.reject(new TypeError('no')))
    const answer = await app.inject('/away')
    assert.deepEqual([answer.statusCode, answer.headers['retry-after'], answer.json()], [503, '1', body])
    assert.equal((await app.inject('/mistake')).statusCode, 500)
  })
