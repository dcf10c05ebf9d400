// A call must resolve only with a declared status and media type. Anything else must reject with an AnswerError that contains the response.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AnswerError, createClient } from '../../../src/client/index.ts'
import { endpoint, events, Type } from '../../../src/contract/index.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import type { Anything } from '../../security/wild.ts'

const types = [
  ...['application/json', 'application/problem+json', 'text/html', 'text/plain; charset=utf-8', 'text/event-stream'],
  ...['application/octet-stream', 'Text/HTML', 'constructor', '__proto__', 'toString', 'text', '']
]
const bareOf = (type: string) => type.toLowerCase().split(';')[0] ?? ''
const isJson = (type: string) => /[/+]json$/.test(type)

interface Entry {
  readonly schema: unknown
  readonly takes: (type: string) => boolean
}

const content = (...keys: string[]): Entry => ({
  schema: { content: Object.fromEntries(keys.map((key) => [key, { schema: Type.Any() }])) },
  takes: (type) => keys.some((key) => key === type || (key.endsWith('/*') && type.startsWith(key.slice(0, -1))))
})
const entries: readonly Entry[] = [
  { schema: Type.Object({}), takes: isJson },
  { schema: { a: Type.Optional(Type.Integer()) }, takes: isJson },
  { schema: Type.Array(Type.Any()), takes: isJson },
  { schema: Type.String(), takes: (type) => isJson(type) || type.startsWith('text/') },
  { schema: Type.Any(), takes: () => true },
  { schema: events({ tick: Type.Any(), constructor: Type.Any() }), takes: (type) => type === 'text/event-stream' },
  content('application/json'),
  content('text/html', 'application/octet-stream'),
  content('text/*')
]

const statuses = ['200', '201', '2xx', '404', '4XX', 'default']
const maps = fc
  .array(fc.tuple(fc.constantFrom(...statuses), fc.constantFrom(...entries)), { minLength: 1, maxLength: 3 })
  .map((list) => Object.fromEntries(list))
const answers = fc.record({
  status: fc.constantFrom(200, 201, 204, 302, 404, 500),
  type: fc.constantFrom(...types),
  body: fc.constantFrom('{}', '[1]', '<p>', '', 'data: 1\n\n', null)
})

/** As on the server: exact statuses before classes before `default`. A response map with only errors allows every success. */
function declaredFor(map: Record<string, Entry>, status: number): Entry | 'anything' | undefined {
  const named = Object.entries(map).map(([key, entry]) => [key.toLowerCase(), entry] as const)
  const at = (key: string) => named.find(([name]) => name === key)?.[1]
  const found = at(`${status}`) ?? at(`${`${status}`[0]}xx`)
  const isFree = status < 400 && !named.some(([key]) => key.startsWith('2') || key === 'default')
  return found ?? (isFree ? 'anything' : at('default'))
}

test('a declared response resolves, and an undeclared one rejects with its status, headers and body', async () => {
  const counts = { resolved: 0, rejected: 0 }
  const law = fc.asyncProperty(maps, answers, async (map, { status, type, body }) => {
    const response = Object.fromEntries(Object.entries(map).map(([key, { schema }]) => [key, schema]))
    const made = endpoint('GET /', { response: response as Anything })
    const headers = type === '' ? {} : { 'content-type': type, 'x-one': '1' }
    const text = status === 204 || body === null ? null : new TextEncoder().encode(body)
    const { get } = createClient({ get: made }, { fetch: async () => new Response(text, { status, headers }) })
    const entry = declaredFor(map, status)
    const bare = bareOf(type)
    const isNothing = status === 204 || (type === '' && !body)
    const isRight = entry === 'anything' || (entry && (isNothing || entry.takes(bare)))
    const isBroken = isJson(bare) && Boolean(body) && !/^[{[]/.test(body ?? '') && status !== 204
    const settled = await get().then(
      (answer: Anything) => ({ answer }),
      (error: unknown) => ({ error })
    )
    if ('answer' in settled) {
      assert.ok(isRight, `${status} ${type} resolved`)
      assert.equal(settled.answer.type, bare)
      counts.resolved++
      return
    }
    const { error } = settled
    assert.ok(error instanceof AnswerError, `${error}`)
    assert.ok(!isRight || isBroken, `${error}`)
    assert.deepEqual([error.status, error.headers.get('x-one')], [status, type === '' ? null : '1'])
    const code = isBroken ? 'ESP_ERR_ANSWER_UNREADABLE' : `ESP_ERR_${entry ? 'TYPE' : 'STATUS'}_UNDECLARED`
    assert.equal(error.code, code)
    const came = error.body instanceof ReadableStream ? await new Response(error.body).text() : error.body
    const said = isJson(bare) && body && !isBroken && status !== 204 ? JSON.parse(body) : (body ?? '')
    assert.deepEqual(came ?? '', status === 204 ? '' : said)
    counts.rejected++
  })
  await fc.assert(law, fixed(200))
  assert.ok(Math.min(counts.resolved, counts.rejected) > 20, JSON.stringify(counts))
  await fc.assert(law, budget(1500))
})

test('a null body equals an empty one for event streams, texts and files', async () => {
  const made = endpoint('GET /', {
    response: {
      200: events({ tick: Type.Null() }),
      201: { content: { 'text/csv': { schema: Type.String() }, 'application/octet-stream': { schema: Type.String() } } }
    }
  })
  for (const body of [null, '']) {
    const answering = (status: number, type: string) =>
      createClient(
        { get: made },
        { fetch: async () => new Response(body, { status, headers: { 'content-type': type } }) }
      ).get()
    const { body: stream } = await answering(200, 'text/event-stream')
    for await (const _ of stream as AsyncIterable<unknown>) assert.fail('there is none')
    assert.equal((await answering(201, 'text/csv')).body, '')
    const file = (await answering(201, 'application/octet-stream')).body
    assert.ok(file instanceof ReadableStream)
    assert.equal(await new Response(file).text(), '')
  }
})

test('an undeclared event stream rejects without waiting for its end', async () => {
  const made = endpoint('GET /', { response: { 200: Type.Object({}) } })
  const fetch = async () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
  await assert.rejects(createClient({ made }, { fetch }).made(), {
    code: 'ESP_ERR_TYPE_UNDECLARED',
    message: "GET / was answered with 200 and 'text/event-stream', not declared."
  })
})

test('a response to HEAD has no body with any media type', async () => {
  const made = endpoint('HEAD /', { response: { 200: events({ tick: Type.Null() }) } })
  const fetch = async () => new Response(null, { headers: { 'content-type': 'text/event-stream' } })
  assert.equal((await createClient({ made }, { fetch }).made()).body, undefined)
})
