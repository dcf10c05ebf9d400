import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnswer } from '../../src/client/answer.ts'
import { makeTarget } from '../../src/contract/make-target.ts'

const get = makeTarget({ method: 'GET', path: '/', schema: {} })
const reading = { target: get, endpoint: get, options: {}, first: 0, attempt: 0 }
const typed = (text: string | null, type: string, status = 200) =>
  new Response(text, { status, headers: type === '' ? {} : { 'content-type': type } })

for (const [type, text, body] of [
  ['application/json', '{"a":1}', { a: 1 }],
  ['application/problem+json; charset=utf-8', '[]', []],
  ['APPLICATION/JSON', '', undefined],
  ['text/html', '<p>', '<p>'],
  ['text/plain', '', '']
] as const)
  test(`a response of type ${type} is parsed by its media type`, async () => {
    const answer = await readAnswer(typed(text, type), reading)
    assert.deepEqual(answer.body, body)
    assert.equal(answer.type, type.split(';')[0]?.toLowerCase())
  })

test('a response without a body has undefined, and other media types are streams', async () => {
  for (const status of [204, 205, 304])
    assert.equal((await readAnswer(typed(null, '', status), reading)).body, undefined)
  const { body } = await readAnswer(typed('abc', 'image/png'), reading)
  assert.ok(body instanceof ReadableStream)
  assert.equal(await new Response(body).text(), 'abc')
})

test('a status is declared by itself, its class or default, and a map of errors alone allows other statuses', async () => {
  const read = (status: number, response: object) =>
    readAnswer(new Response(null, { status }), {
      ...reading,
      target: makeTarget({ method: 'GET', path: '/', schema: { response } })
    })
  for (const [status, map] of [
    [200, { 200: {} }],
    [201, { '2XX': {} }],
    [418, { default: {} }],
    [204, { '4xx': {} }],
    [302, { 404: {} }]
  ] as const)
    assert.equal((await read(status, map)).status, status)
  for (const [status, map] of [
    [201, { 200: {} }],
    [500, { '4xx': {} }],
    [302, { 200: {} }],
    [404, {}]
  ] as const)
    await assert.rejects(read(status, map), { code: 'ESP_ERR_STATUS_UNDECLARED', status })
})
