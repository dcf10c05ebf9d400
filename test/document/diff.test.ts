import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from '../../src/document/diff/compare.ts'
import { countOf, toJsonReport, toReport } from '../../src/document/diff/report.ts'
import { answerOf, bodyOf, documentOf, queryOf, withOperation } from './documents.ts'

type Said = Readonly<Record<string, unknown>>

/** What is found, with a mark before what may break only. */
function find(before: Said, after: Said): string[] {
  return compareDocuments(before, after).flatMap(({ findings }) =>
    findings.map(({ level, text }) => (level === 'break' ? text : `? ${text}`))
  )
}

const book = (properties: Said, required: readonly string[] = Object.keys(properties), rest: Said = {}): Said => ({
  type: 'object',
  properties,
  required,
  ...rest
})
const text = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const title = { title: text }

/** Of a schema that changes: what a client of the old one is told of its body, and of its answer. */
const schemas: readonly (readonly [what: string, was: unknown, is: unknown, body: string[], answer: string[]])[] = [
  ['the same schema', book(title), book(title), [], []],
  ['another description', { ...text, description: 'a' }, { ...text, description: 'b', title: 'c' }, [], []],
  ['a type less', { type: ['string', 'null'] }, text, ['The body takes no null any more.'], []],
  ['a type more', text, { type: ['string', 'null'] }, [], ['The answer 200 may be null now.']],
  ['a wider number', integer, number, [], ['The answer 200 may be number now.']],
  ['a narrower number', number, integer, ['The body takes no number any more.'], []],
  ['no type any more', text, {}, [], ['The answer 200 may be number, boolean, object, array and null now.']],
  [
    'another format',
    { ...text, format: 'uuid' },
    { ...text, format: 'date' },
    ["The body had the format 'uuid', and has 'date' now."],
    ["The answer 200 had the format 'uuid', and has 'date' now."]
  ],
  [
    'a wider format',
    { ...integer, format: 'int32' },
    { ...integer, format: 'int64' },
    [],
    ["The answer 200 had the format 'int32', and has 'int64' now."]
  ],
  ['a value less', { enum: ['a', 'b'] }, { enum: ['a'] }, ["The body takes 'b' no more."], []],
  ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }, [], ["? The answer 200 may be 'b' now."]],
  ['a list of values', text, { ...text, enum: ['a'] }, ["The body takes only 'a' now."], []],
  [
    'no list of values any more',
    { ...text, enum: ['a'] },
    text,
    [],
    ["? The answer 200 may be other values than 'a' now."]
  ],
  [
    'another constant',
    { const: 'a' },
    { const: 'b' },
    ["The body was 'a' and is 'b' now."],
    ["The answer 200 was 'a' and is 'b' now."]
  ],
  [
    'a lower maximum',
    { ...number, maximum: 9 },
    { ...number, maximum: 8 },
    ['The body must be at most 8 now, and not 9.'],
    []
  ],
  [
    'a higher maximum',
    { ...number, maximum: 8 },
    { ...number, maximum: 9 },
    [],
    ['The answer 200 need only be at most 9 now, and not 8.']
  ],
  [
    'a first bound',
    number,
    { ...number, minimum: 1 },
    ['? The body must be at least 1 now; it had no such bound.'],
    []
  ],
  ['a bound less', { ...number, minimum: 1 }, number, [], ['The answer 200 need not be at least 1 any more.']],
  ['a pattern', text, { ...text, pattern: '^a' }, ['The body must match /^a/ now.'], []],
  [
    'another pattern',
    { ...text, pattern: '^a' },
    { ...text, pattern: '^b' },
    ['? The body must match /^b/ now, and not /^a/.'],
    []
  ],
  ['a required property', book(title), book({ ...title, id: text }), ["'id' of the body is required now."], []],
  ['an optional property', book(title), book({ ...title, id: text }, ['title']), [], []],
  [
    'a property less',
    book({ ...title, id: text }),
    book(title),
    ["? 'id' of the body is read no more."],
    ["'id' of the answer 200 is gone."]
  ],
  [
    'an optional property less',
    book({ ...title, id: text }, []),
    book(title, []),
    ["? 'id' of the body is read no more."],
    ["? 'id' of the answer 200, which was optional, is gone."]
  ],
  [
    'a property less, of an object that takes no others',
    book({ ...title, id: text }, [], { additionalProperties: false }),
    book(title, [], { additionalProperties: false }),
    ["'id' of the body is taken no more."],
    ["? 'id' of the answer 200, which was optional, is gone."]
  ],
  ['a property that must be', book(title, []), book(title), ["'title' of the body is required now."], []],
  [
    'a property that may be missing',
    book(title),
    book(title, []),
    [],
    ["'title' of the answer 200 may be missing now."]
  ],
  [
    'a property that only answers have',
    book({ id: { ...text, readOnly: true } }, []),
    book({ id: { ...integer, readOnly: true } }),
    [],
    ["'id' of the answer 200 may be integer now."]
  ],
  [
    'a property of an item of a property',
    book({ tags: { type: 'array', items: book({ name: text }) } }),
    book({ tags: { type: 'array', items: book({ name: integer }) } }),
    ["'tags[].name' of the body takes no string any more."],
    ["'tags[].name' of the answer 200 may be integer now."]
  ],
  [
    'a closed object',
    book(title),
    book(title, ['title'], { additionalProperties: false }),
    ['The body takes no other properties than its own any more.'],
    []
  ],
  [
    'another type of other properties',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: integer },
    ["'*' of the body takes no string any more."],
    ["'*' of the answer 200 may be integer now."]
  ],
  [
    'a form less',
    { anyOf: [text, number] },
    { anyOf: [text] },
    ['The body: a form of type number is taken no more.'],
    []
  ],
  [
    'a form more',
    { oneOf: [text] },
    { oneOf: [text, number] },
    [],
    ['The answer 200: a form of type number may come now.']
  ],
  ['forms in another order', { oneOf: [text, number] }, { oneOf: [number, text] }, [], []],
  [
    'a form that changes',
    { anyOf: [text, book(title)] },
    { anyOf: [text, book({ ...title, id: text })] },
    ["'id' of the body is required now."],
    []
  ],
  [
    'one of two that were one',
    book({ a: text, b: text }),
    { oneOf: [book({ a: text }), book({ b: text })] },
    ['The body may fit several of its forms now, of which it must fit one.'],
    ['The answer 200: a form of type object may come now.', 'The answer 200: a form of type object may come now.']
  ],
  ['a schema in two parts', book({ a: text, b: text }), { allOf: [book({ a: text }), book({ b: text })] }, [], []],
  [
    'a part more',
    { allOf: [book({ a: text })] },
    { allOf: [book({ a: text }), book({ b: text })] },
    ["'b' of the body is required now."],
    []
  ],
  [
    'a rule more',
    { type: 'array' },
    { type: 'array', uniqueItems: true },
    ["The body must keep a rule now: 'uniqueItems'."],
    []
  ],
  [
    'a rule less',
    { type: 'array', contains: text },
    { type: 'array' },
    [],
    ["The answer 200 keeps a rule no more: 'contains'."]
  ],
  [
    'a rule that changes',
    { type: 'array', contains: text },
    { type: 'array', contains: integer },
    ["'[contains]' of the body takes no string any more."],
    ["'[contains]' of the answer 200 may be integer now."]
  ],
  [
    'another first item',
    { type: 'array', prefixItems: [text] },
    { type: 'array', prefixItems: [integer] },
    ["'[0]' of the body takes no string any more."],
    ["'[0]' of the answer 200 may be integer now."]
  ],
  ['nothing any more', text, false, ['The body is taken no more.'], []]
]

for (const [what, was, is, body, answer] of schemas)
  test(`of a schema with ${what} a client is told what it must know`, () => {
    assert.deepEqual(find(withOperation(bodyOf(was)), withOperation(bodyOf(is))), body)
    assert.deepEqual(find(withOperation(answerOf(was)), withOperation(answerOf(is))), answer)
  })

/** Of an operation that changes. */
const operations: readonly (readonly [what: string, was: Said, is: Said, found: string[]])[] = [
  [
    'another name',
    { operationId: 'a' },
    { operationId: 'b' },
    ["? Its operationId was 'a' and is 'b' now: clients that are generated rename their function."]
  ],
  ['a first name', {}, { operationId: 'b' }, []],
  ['a required parameter', {}, queryOf(text, { required: true }), ["The query parameter 'limit' is required now."]],
  ['an optional parameter', {}, queryOf(text), []],
  ['a parameter less', queryOf(text), {}, ["? The query parameter 'limit' is read no more."]],
  [
    'a parameter that must be',
    queryOf(text),
    queryOf(text, { required: true }),
    ["The query parameter 'limit' is required now."]
  ],
  ['a narrower parameter', queryOf(text), queryOf(integer), ["The query parameter 'limit' takes no string any more."]],
  ['a parameter that is text now', queryOf(integer), queryOf(text), []],
  ['a parameter that is a list now', queryOf(text), queryOf({ type: 'array', items: text }), []],
  [
    'another default',
    queryOf({ ...integer, default: 1 }),
    queryOf({ ...integer, default: 2 }),
    ["The query parameter 'limit' is 2 where it is left out, and was 1."]
  ],
  [
    'a parameter that is JSON',
    queryOf(undefined, { content: { 'application/json': { schema: text } } }),
    queryOf(undefined, { content: { 'application/json': { schema: integer } } }),
    ["The query parameter 'limit' takes no string any more."]
  ],
  ['a required body', {}, bodyOf(text), ['A body is required now; there was none.']],
  ['a body that must be', bodyOf(text, { required: false }), bodyOf(text), ['The body is required now.']],
  ['no body any more', bodyOf(text), {}, ['A body is taken no more.']],
  [
    'another media type',
    { requestBody: { content: { 'text/plain': {} } } },
    { requestBody: { content: { 'text/html': {} } } },
    ["The body is taken as 'text/plain' no more."]
  ],
  [
    'a range of media types',
    { requestBody: { content: { 'text/plain': {} } } },
    { requestBody: { content: { 'text/*': {} } } },
    []
  ],
  [
    'a kind of JSON',
    answerOf(text),
    { responses: { 200: { content: { 'application/problem+json': { schema: text } } } } },
    []
  ],
  ['no success any more', answerOf(text), { responses: {} }, ['There is no answer 200 any more.']],
  [
    'its class',
    answerOf(text),
    { responses: { '2XX': answerOf(text).responses } },
    ["The answer 200 comes as 'application/json' no more."]
  ],
  ['another error', { responses: { 404: {} } }, { responses: { 410: {} } }, []],
  [
    'a header less',
    { responses: { 200: { headers: { Link: { required: true, schema: text }, Age: {} } } } },
    { responses: { 200: {} } },
    [
      "The header 'Link' of the answer 200 is gone.",
      "? The header 'Age' of the answer 200, which was optional, is gone."
    ]
  ],
  [
    'a header that may be missing',
    { responses: { 200: { headers: { Link: { required: true, schema: text } } } } },
    { responses: { 200: { headers: { link: { schema: integer } } } } },
    [
      "The header 'Link' of the answer 200 may be missing now.",
      "The header 'Link' of the answer 200 may be integer now."
    ]
  ],
  ['credentials', {}, { security: [{ token: [] }] }, ["It takes 'token' now, and took no credentials."]],
  [
    'another scope',
    { security: [{ token: ['read'] }] },
    { security: [{ token: ['read', 'write'] }] },
    ["It takes 'token' with read, write now, and took 'token' with read."]
  ],
  ['one more way in', { security: [{ token: [] }] }, { security: [{ key: [] }, { token: [] }] }, []],
  ['no credentials any more', { security: [{ token: [] }] }, {}, []]
]

for (const [what, was, is, found] of operations)
  test(`of an operation with ${what} a client is told what it must know`, () => {
    assert.deepEqual(find(withOperation(was), withOperation(is)), found)
  })

const stream = (members: Said) => ({
  responses: {
    200: {
      content: {
        'text/event-stream': {
          itemSchema: {
            type: 'object',
            properties: { event: text, data: text },
            oneOf: Object.entries(members).map(([name, contentSchema]) => ({
              properties: { event: { const: name }, data: { contentMediaType: 'application/json', contentSchema } }
            }))
          }
        }
      }
    }
  }
})

test('events that go, come or change are told by their names', () => {
  assert.deepEqual(
    find(withOperation(stream({ tick: integer, done: text })), withOperation(stream({ tick: text, end: text }))),
    [
      "The event 'tick' of the answer 200 may be string now.",
      "The answer 200 has no event 'done' any more.",
      "? The answer 200 may have an event 'end' now."
    ]
  )
})

test('events of a document of 3.1 are told as those of 3.2', () => {
  const inOld = (members: Said) => {
    const { itemSchema } = stream(members).responses[200].content['text/event-stream']
    const entry = { schema: { ...text, description: 'a' }, 'x-itemSchema': itemSchema }
    return withOperation({ responses: { 200: { content: { 'text/event-stream': entry } } } })
  }
  assert.deepEqual(find(inOld({ tick: integer, done: text }), inOld({ tick: text })), [
    "The event 'tick' of the answer 200 may be string now.",
    "The answer 200 has no event 'done' any more."
  ])
  const members = { tick: integer, done: text }
  assert.deepEqual(find(inOld(members), withOperation(stream(members))), [])
  assert.deepEqual(find(withOperation(stream(members)), inOld(members)), [])
})

test('operations and webhooks that are gone break; new ones do not', () => {
  const get = { get: { responses: {} } }
  const old = documentOf({ '/a': get, '/b': { get: { deprecated: true } } }, { webhooks: { done: {}, kept: {} } })
  const now = documentOf({ '/c': get }, { webhooks: { kept: {}, other: {} } })
  assert.deepEqual(
    compareDocuments(old, now).map(({ operation, findings }) => [operation, findings[0]?.text]),
    [
      ['GET /a', 'It is gone.'],
      ['GET /b', 'It was deprecated, and is gone.'],
      ['webhook done', 'It is gone.']
    ]
  )
})

test('a parameter of a path may have another name, and stand at the path', () => {
  const path = (name: string) => ({ name, in: 'path', required: true, schema: text })
  const old = documentOf({ '/books/{id}': { get: { parameters: [path('id')] } } })
  const now = documentOf({ '/books/{book}': { parameters: [path('book')], get: {} } })
  assert.deepEqual(compareDocuments(old, now), [])
})

test('schemas that lead back to themselves are compared once', () => {
  const tree = (name: unknown) => ({
    components: {
      schemas: {
        tree: book({
          name,
          left: { $ref: '#/components/schemas/tree' },
          all: { anyOf: [{ $ref: '#/components/schemas/tree' }, text] }
        })
      }
    }
  })
  const of = (name: unknown) => withOperation(bodyOf({ $ref: '#/components/schemas/tree' }), tree(name))
  assert.deepEqual(find(of(text), of(integer)), ["'name' of the body takes no string any more."])
  assert.deepEqual(find(of(text), of(text)), [])
})

test('a form with a name is one of its own', () => {
  const components = { components: { schemas: { cat: book({ name: text }), dog: book({ name: text }) } } }
  const of = (...names: string[]) =>
    withOperation(bodyOf({ anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) }), components)
  assert.deepEqual(find(of('cat', 'dog'), of('cat')), ["The body: 'dog' is taken no more."])
  assert.deepEqual(find(of('cat'), of('dog')), [])
})

test('a report says what breaks, what may, and how much', () => {
  const changed = compareDocuments(
    withOperation({ operationId: 'add', ...queryOf(text) }),
    withOperation({ operationId: 'put', ...queryOf(text, { required: true }) })
  )
  assert.equal(
    toReport(changed),
    `Breaks clients:

POST /books
  The query parameter 'limit' is required now.

May break clients:

POST /books
  Its operationId was 'add' and is 'put' now: clients that are generated rename their function.

1 change breaks clients, 1 may.
`
  )
  assert.equal(countOf(changed, 'warning'), 1)
  assert.deepEqual(
    JSON.parse(toJsonReport([...changed].reverse())).map(({ operation, breaking }: Said) => [operation, breaking]),
    [
      ['POST /books', true],
      ['POST /books', false]
    ]
  )
  assert.equal(toReport([]), 'Nothing breaks clients.\n')
})
