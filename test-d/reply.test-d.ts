// Answers: by exact status, class and default, by media type, and by what a handler returns.
import { Readable } from 'node:stream'
import { endpoint, espalier, type ReplyOf, Type } from 'espalier'
import { expectType } from 'tsd'

const app = espalier()
const ok = Type.Object({ id: Type.Integer(), role: Type.Union([Type.Literal('admin'), Type.Literal('user')]) })
const failure = Type.Object({ message: Type.String() })

// Exact before class before default.
app.get(
  '/',
  {
    schema: {
      response: {
        200: ok,
        404: failure,
        '4xx': Type.Object({ code: Type.Integer() }),
        default: Type.Object({ text: Type.String() })
      }
    }
  },
  (_request, reply) => {
    reply.code(200).send({ id: 1, role: 'admin' })
    reply.code(404).send({ message: 'none' })
    reply.code(409).send({ code: 1 })
    reply.status(503).send({ text: 'later' })
    // @ts-expect-error 404 has a schema of its own
    reply.code(404).send({ code: 1 })
    // @ts-expect-error 409 is of the class
    reply.code(409).send({ message: 'none' })
    // @ts-expect-error 503 is of the default
    reply.code(503).send({ message: 'none' })
    // @ts-expect-error the role is one of two
    reply.code(200).send({ id: 1, role: 'guest' })
    // @ts-expect-error a field is missing
    reply.code(200).send({ id: 1 })
    // @ts-expect-error nothing is sent
    reply.code(200).send()
    // @ts-expect-error the schema has no such field
    reply.code(200).send({ id: 1, role: 'admin', password: 'x' })
    return reply.send({ id: 1, role: 'user' })
  }
)

// A status may be written as a number or as a text.
app.get('/quoted', { schema: { response: { '200': ok, '404': failure } } }, (request, reply) => {
  if (request.id === '') return reply.code(404).send({ message: 'none' })
  // @ts-expect-error 500 is not declared
  reply.code(500)
  return { id: 1, role: 'admin' }
})

// A status that the map does not cover.
app.get('/undeclared', { schema: { response: { 200: ok, '4xx': failure } } }, (_request, reply) => {
  // @ts-expect-error 201 is not declared
  reply.code(201)
  // @ts-expect-error the class 5xx is not declared
  reply.status(500)
  return reply.code(404).send({ message: 'none' })
})

// One of several statuses: the payload has to fit all.
app.get('/either', { schema: { response: { 200: ok, 201: ok, 404: failure } } }, (request, reply) => {
  // @ts-expect-error with 404 goes another payload
  reply.code(request.id === '' ? 404 : 200).send({ id: 1, role: 'admin' })
  return reply.code(request.id === '' ? 201 : 200).send({ id: 1, role: 'admin' })
})

// A class in capitals.
app.get('/capitals', { schema: { response: { '2XX': ok, '4XX': failure } } }, (request, reply) => {
  // @ts-expect-error the class 5xx is not declared
  reply.code(500)
  // @ts-expect-error 404 is of the class
  reply.code(404).send({ id: 1, role: 'admin' })
  return request.id === '' ? reply.code(404).send({ message: 'none' }) : { id: 1, role: 'admin' }
})

// What only prepares an answer is none; the reply itself may be returned, because it may be sent later.
{
  const schema = { response: { 200: { a: Type.String() } } }
  app.get('/chain', { schema }, (_request, reply) => reply.header('a', 'b').removeHeader('c').send({ a: 'x' }))
  app.get('/chain', { schema }, (_request, reply) => {
    reply.headers({ a: 'b' }).trailer('t', async () => 'x')
    setTimeout(() => reply.send({ a: 'x' }))
    return reply
  })
  // @ts-expect-error a header is no answer
  app.get('/chain', { schema }, (_request, reply) => reply.header('a', 'b'))
  // @ts-expect-error nor are several
  app.get('/chain', { schema }, (_request, reply) => reply.headers({ a: 'b' }))
  // @ts-expect-error nor one less
  app.get('/chain', { schema }, (_request, reply) => reply.removeHeader('a'))
  // @ts-expect-error nor a serializer
  app.get('/chain', { schema }, (_request, reply) => reply.serializer(() => ''))
  // @ts-expect-error nor a trailer
  app.get('/chain', { schema }, (_request, reply) => reply.trailer('t', async () => 'x'))
  // @ts-expect-error nor one less
  app.get('/chain', { schema }, (_request, reply) => reply.removeTrailer('t'))
  // @ts-expect-error nor a status
  app.get('/chain', { schema }, (_request, reply) => reply.code(200))
  // @ts-expect-error what was given as the status is not sent by a header either
  app.get('/chain', { schema }, (_request, reply) => reply.code(200).header('a', 'b'))
}

// In a hook, what prepares returns the reply with what its context added.
app
  .decorateReply('greet', () => 'hi')
  .addHook('onRequest', async (_request, reply) => {
    expectType<string>(reply.header('a', 'b').removeHeader('c').greet())
  })

// What a handler returns.
app.get('/return', { schema: { response: { 200: ok } } }, () => ({ id: 1, role: 'admin' }))
app.get('/return', { schema: { response: { 200: ok } } }, async () => ({ id: 1, role: 'admin' }))
app.get('/return', { schema: { response: { 200: ok, 404: failure } } }, async (request, reply) => {
  if (request.id === '') return reply.code(404).send({ message: 'none' })
  return { id: 1, role: 'admin' }
})
app.get('/return', { schema: { response: { 200: ok } } }, async (_request, reply) => {
  reply.send({ id: 1, role: 'admin' })
  return reply
})
// @ts-expect-error the payload has another type
app.get('/wrong', { schema: { response: { 200: ok } } }, () => ({ id: 'one', role: 'admin' }))
// @ts-expect-error the payload has another type
app.get('/wrong', { schema: { response: { 200: ok } } }, async () => ({ id: 'one', role: 'admin' }))
// @ts-expect-error the role is one of two
app.get('/wrong', { schema: { response: { 200: ok } } }, () => ({ id: 1, role: 'guest' }))
app.get('/nested', { schema: { response: { 200: ok, 404: failure } } }, (request, reply) =>
  request.id === ''
    ? reply.code(404).send({ message: 'none' })
    : request.url === '/'
      ? { id: 1, role: 'user' }
      : { id: 2, role: 'admin' }
)
app.get('/nested', { schema: { response: { 200: ok, 404: failure } } }, (request, reply) =>
  // @ts-expect-error one of the branches has another type
  request.id === ''
    ? reply.code(404).send({ message: 'none' })
    : request.url === '/'
      ? { id: 1, role: 'user' }
      : { id: 2 }
)
app.get('/nested', { schema: { response: { 200: ok, 404: failure } } }, (request, reply) =>
  request.id === ''
    ? // @ts-expect-error the 404 payload has another type
      reply.code(404).send({ id: 1 })
    : { id: 1, role: 'user' }
)

// A handler that can fall through without answering.
// @ts-expect-error nothing is returned and nothing is sent
app.get('/nothing', { schema: { response: { 200: ok } } }, () => {})
// @ts-expect-error nothing is returned and nothing is sent
app.get('/nothing', { schema: { response: { 200: ok } } }, async () => {})
// @ts-expect-error one path returns nothing
app.get('/nothing', { schema: { response: { 200: ok } } }, (request) => {
  if (request.id === '') return { id: 1, role: 'admin' as const }
})
// @ts-expect-error a status was set and nothing was sent
app.get('/nothing', { schema: { response: { 200: ok, 404: failure } } }, (_request, reply) => reply.code(404))

// A plain answer has the only success status that is declared, and 200 where several are, a class or none.
app.post('/created', { schema: { response: { '2xx': ok } } }, () => ({ id: 1, role: 'admin' }))
app.post('/created', { schema: { response: { default: ok } } }, () => ({ id: 1, role: 'admin' }))
app.post('/created', { schema: { response: { 201: ok } } }, (_request, reply) =>
  reply.code(201).send({ id: 1, role: 'admin' })
)
app.post('/created', { schema: { response: { 201: ok, 404: failure } } }, () => ({ id: 1, role: 'admin' }))
app.post('/created', { schema: { response: { '201': ok, 404: failure } } }, async () => ({ id: 1, role: 'admin' }))
app.post('/created', { schema: { response: { 201: ok } } }, (_request, reply) => {
  reply.header('a', 'b').send({ id: 1, role: 'admin' })
  // @ts-expect-error the schema of 201 wants an object
  reply.send()
  return reply.code(201).send({ id: 1, role: 'admin' })
})
// @ts-expect-error the schema of 201 has other fields
app.post('/created', { schema: { response: { 201: ok, 404: failure } } }, () => ({ message: '' }))
// @ts-expect-error two successes, and 200 is neither
app.post('/created', { schema: { response: { 201: ok, 202: ok } } }, () => ({ id: 1, role: 'admin' }))
// @ts-expect-error two successes, and 200 is neither
app.post('/created', { schema: { response: { 201: ok, 204: Type.Null() } } }, () => ({ id: 1, role: 'admin' }))
// @ts-expect-error an answer of 204 has no content, and 200 is not declared
app.post('/created', { schema: { response: { 204: Type.Null() } } }, () => null)
app.post('/created', { schema: { response: { 201: ok, default: failure } } }, () => ({ message: '' }))
app.post('/created', { schema: { response: { 201: ok, '2xx': failure } } }, () => ({ message: '' }))
app.post('/created', { schema: { response: { 201: ok, 202: ok, 404: failure } } }, (_request, reply) => {
  // @ts-expect-error no answer is declared for this status: choose one with code()
  reply.send({ id: 1, role: 'admin' })
  // @ts-expect-error no answer is declared for this status: choose one with code()
  return reply.send()
})

// A map of errors alone says nothing of successes: anything may be sent, and errors are held to it.
const errorsOnly = { schema: { response: { '4xx': failure, 500: failure } } }
app.get('/file', errorsOnly, async () => Buffer.from('bytes'))
app.get('/file', errorsOnly, async () => ({ id: 'any' }))
app.get('/file', errorsOnly, (_request, reply) => reply.send(new ReadableStream()))
app.get('/file', errorsOnly, (_request, reply) => reply.code(206).type('image/png').send(Buffer.from('part')))
app.get('/file', errorsOnly, (_request, reply) => reply.code(304).send())
app.get('/file', errorsOnly, (request, reply) => {
  if (request.id === '') return reply.code(404).send({ message: 'none' })
  // @ts-expect-error the message is a text
  reply.code(404).send({ message: 404 })
  // @ts-expect-error of the errors of servers the map has one
  reply.code(503)
  return reply.send('text')
})
// @ts-expect-error one success, and the others are undeclared
app.get('/file', { schema: { response: { '4xx': failure, 201: ok } } }, async () => Buffer.from('bytes'))
// @ts-expect-error the default is for successes too
app.get('/file', { schema: { response: { '4xx': failure, default: ok } } }, async () => Buffer.from('bytes'))
app.get('/file', { schema: { response: { '4xx': failure, '2XX': ok } } }, async () => ({ id: 1, role: 'admin' }))

// Answers without a body.
app.delete('/', { schema: { response: { 204: Type.Null() } } }, (_request, reply) => reply.code(204).send())
// @ts-expect-error a plain answer has status 200
app.delete('/', { schema: { response: { 204: Type.Null() } } }, () => null)
// @ts-expect-error a status without a body has none
app.delete('/', { schema: { response: { 204: Type.Null() } } }, (_request, reply) => reply.code(204).send({ id: 1 }))

// A list that nobody may change is an answer; what a handler reads is its own.
const shelf: readonly { readonly id: number; readonly role: 'admin' }[] = []
app.get('/list', { schema: { response: { 200: Type.Array(ok) } } }, async () => shelf)
app.get('/list', { schema: { response: { 200: Type.Object({ all: Type.Array(ok) }) } } }, (_request, reply) =>
  reply.send({ all: shelf })
)
app.post('/list', { schema: { body: Type.Array(Type.String()) } }, ({ body }) => body.sort())
const wrongShelf: readonly { id: string }[] = []
// @ts-expect-error its items have another type
app.get('/list', { schema: { response: { 200: Type.Array(ok) } } }, () => wrongShelf)

// By media type.
const csv = { content: { 'application/json': { schema: ok }, 'text/csv': { schema: Type.String() } } }
app.get('/content', { schema: { response: { 200: csv, 404: failure } } }, (_request, reply) => {
  reply.code(200).type('text/csv').send('a,b')
  reply.type('application/json').send({ id: 1, role: 'admin' })
  // @ts-expect-error the CSV is a text
  reply.code(200).type('text/csv').send({ id: 1, role: 'admin' })
  // @ts-expect-error the status does not list this media type
  reply.code(200).type('text/html')
  reply.code(404).type('application/problem+json').send({ message: 'none' })
  return { id: 1, role: 'admin' }
})

app.get('/content/either', { schema: { response: { 200: csv } } }, (request, reply) => {
  // @ts-expect-error the CSV is a text
  reply.type(request.id === '' ? 'text/csv' : 'application/json').send({ id: 1, role: 'admin' })
  return reply.type('text/csv; charset=latin1').send('a,b')
})
const any = { content: { 'text/csv': { schema: Type.String() }, '*/*': { schema: ok } } }
app.get('/content/any', { schema: { response: { 200: any } } }, (_request, reply) => {
  // @ts-expect-error the CSV is a text
  reply.type('text/csv').send({ id: 1, role: 'admin' })
  // @ts-expect-error any other type has the schema of all
  reply.type('application/hal+json').send('a,b')
  return reply.type('application/hal+json').send({ id: 1, role: 'admin' })
})
// A range of media types is the type of no answer, and all of them are.
const range = { content: { 'text/*': { schema: ok } } }
// @ts-expect-error a range of media types is the type of no answer: list each one, or */* for all
app.get('/content/range', { schema: { response: { 200: range } } }, () => 'a')
const ranges = { content: { 'text/csv': { schema: ok }, 'image/*': { schema: ok } } }
// @ts-expect-error beside other types, and for a class of statuses
app.get('/content/ranges', { schema: { response: { 200: ok, '4xx': ranges } } }, () => ({ id: 1, role: 'admin' }))
// @ts-expect-error in an endpoint, too
endpoint('GET /content/range', { response: { default: range } })
app.get('/content/star', { schema: { response: { 200: { content: { 'text/a*b': { schema: ok } } } } } }, () => ({
  id: 1,
  role: 'admin'
}))
// A field called content is one like any other.
app.get('/content/field', { schema: { response: { 200: { content: Type.String() } } } }, () => ({ content: 'a' }))
// @ts-expect-error the content is a text
app.get('/content/field', { schema: { response: { 200: { content: Type.String() } } } }, () => ({ content: 1 }))

// Redirects, streams taken over, and decorators along the chain.
app.get('/redirect', { schema: { response: { 200: ok } } }, (_request, reply) => reply.redirect('/', 301))
app.get('/hijack', { schema: { response: { 200: ok } } }, (_request, reply) => {
  reply.hijack().raw.end('x')
  return reply
})
app.get('/404', { schema: { response: { 200: ok } } }, (_request, reply) => reply.callNotFound())
const decorated = app.decorateReply('note', '')
decorated.get('/', { schema: { response: { 200: ok, 404: failure } } }, (_request, reply) => {
  expectType<string>(reply.code(404).note)
  expectType<string>(reply.header('a', 'b').note)
  return reply.header('a', 'b').code(404).headers({ c: 'd' }).send({ message: 'none' })
})

// Without a response schema anything may be sent.
app.get('/anything', (_request, reply) => reply.code(299).type('text/plain').send('x'))
app.get('/anything', (_request, reply) => {
  reply.send({ a: 1 })
})
app.get('/anything', async () => {})

// The rest of the reply.
app.get('/rest', (_request, reply) => {
  expectType<number>(reply.statusCode)
  expectType<boolean>(reply.sent)
  expectType<number>(reply.elapsedTime)
  expectType<boolean>(reply.hasHeader('a'))
  expectType<number | string | string[] | undefined>(reply.getHeader('a'))
  reply.statusCode = 201
  reply.trailer('etag', async () => 'x').removeTrailer('etag')
  reply.serializer((payload: unknown) => String(payload)).removeHeader('a')
  reply.writeEarlyHints({ link: '</a.css>; rel=preload' }).code(201)
  expectType<string | Buffer>(reply.serialize({}))
  // @ts-expect-error a status is a number
  reply.code('200')
  return reply.send(null)
})

// Beside a status stands a media type, beside a schema a status.
app.get('/by-hand', (_request, reply) => {
  reply.serializeInput({ id: 1 }, { type: 'object' }, 200, 'application/json')
  // @ts-expect-error the media type follows the status at once
  reply.serializeInput({ id: 1 }, 200, 200, 'application/json')
  return reply.serializeInput({ id: 1 }, 200, 'application/json')
})

// Handlers among options keep their literals.
const enumerated = { response: { 200: ok } }
app.route({
  method: 'GET',
  url: '/by-object',
  schema: enumerated,
  handler: async (_request) => ({ id: 1, role: 'admin' })
})
app.get('/among-options', {
  schema: enumerated,
  handler: async (_request, reply) => (reply.sent ? reply.send({ id: 1, role: 'user' }) : { id: 1, role: 'admin' })
})
app.route({
  method: 'GET',
  url: '/by-object/wrong',
  schema: enumerated,
  // @ts-expect-error no such role
  handler: async (_request) => ({ id: 1, role: 'guest' })
})

// In generic functions, what a type parameter extends counts.
export function declareLoaded<Item extends { id: number; role: 'admin' }>(load: () => Promise<Item>) {
  app.get('/generic', { schema: enumerated }, load)
  app.get('/generic/called', { schema: enumerated }, async () => load())
  // @ts-expect-error no role
  app.get('/generic/wrong', { schema: enumerated }, async () => ({ id: (await load()).id }))
}
export function declareHandler<Handler extends () => Promise<{ id: number; role: 'admin' }>>(handler: Handler) {
  app.get('/generic/handler', { schema: enumerated }, handler)
  app.get('/generic/handler/options', { bodyLimit: 1 }, handler)
  app.get('/generic/handler/other', { schema: { response: { 200: failure } } }, async () => {
    return { message: (await handler()).role }
  })
}

// Bytes and streams under a media type that is not JSON, by a handler and by send.
{
  const csv = { response: { 200: { content: { 'text/csv': { schema: Type.String() } } } } }
  const file = { response: { 200: { content: { '*/*': { schema: Type.String({ format: 'binary' }) } } } } }
  const both = {
    response: { 200: { content: { 'application/json': { schema: ok }, 'text/csv': { schema: Type.String() } } } }
  }
  const rows = async function* () {
    yield 'a,b'
    yield Buffer.from('1,2')
  }
  app.get('/csv', { schema: csv }, (_request, reply) => reply.type('text/csv').send(Readable.from(['a'])))
  app.get('/csv', { schema: csv }, (_request, reply) => reply.type('text/csv; header=present').send(Buffer.from('a')))
  app.get('/csv', { schema: csv }, (_request, reply) => reply.type('text/csv').send(rows()))
  app.get('/csv', { schema: csv }, async (_request, reply) => {
    reply.type('text/csv')
    return new Blob(['a']).stream()
  })
  app.get('/csv', { schema: csv }, () => new Response('a', { headers: { 'content-type': 'text/csv' } }))
  app.get('/csv', { schema: csv }, rows)
  app.get('/file', { schema: file }, (_request, reply) => reply.type('image/png').send(new Uint8Array(2)))
  app.get('/both', { schema: both }, (_request, reply) => reply.type('text/csv').send(rows()))
  // @ts-expect-error JSON is what its schema says
  app.get('/both', { schema: both }, (_request, reply) => reply.type('application/json').send(rows()))
  // @ts-expect-error an entry without media types is JSON
  app.get('/json', { schema: { response: { 200: ok } } }, () => Readable.from(['{}']))
  // @ts-expect-error nor is a generator JSON
  app.get('/json', { schema: { response: { 200: ok } } }, rows)
  // @ts-expect-error a number is neither text nor bytes
  app.get('/csv', { schema: csv }, () => 1)
  const numbers = async function* () {
    yield 1
  }
  // @ts-expect-error the generator gives numbers
  app.get('/csv', { schema: csv }, (_request, reply) => reply.type('text/csv').send(numbers()))
  // @ts-expect-error a Blob is sent as no bytes: its stream() is
  app.get('/csv', { schema: csv }, () => new Blob(['a']))
}

// A helper that answers says what it may send, and each route that calls it has declared that, or nothing.
{
  const several = { 200: ok, '4xx': failure, 503: { message: Type.String(), at: Type.String({ format: 'date-time' }) } }
  const other = Type.Object({ other: Type.String() })
  const refuse = (reply: ReplyOf<{ 404: typeof failure }>, message: string) =>
    reply.header('a', 'b').code(404).removeHeader('a').send({ message })
  const fail = (reply: ReplyOf<typeof several>) => {
    if (reply.sent) return reply.send({ id: 1, role: 'admin' })
    if (reply.hasHeader('a')) return reply.status(503).send({ message: '', at: new Date() })
    return reply.code(409).type('application/problem+json').send({ message: '' })
  }
  // @ts-expect-error a field is misspelt
  void ((reply: ReplyOf<{ 404: typeof failure }>) => reply.code(404).send({ mesage: '' }))
  // @ts-expect-error the helper does not say that it sends 400
  void ((reply: ReplyOf<{ 404: typeof failure }>) => reply.code(400).send({ message: '' }))
  // @ts-expect-error nor that it sends 200
  void ((reply: ReplyOf<{ 404: typeof failure }>) => reply.send({ message: '' }))

  const decorated = app.decorateReply('greet', () => 'hi')
  decorated.get('/helped', (_request, reply) => refuse(reply, ''))
  decorated.get('/helped', { schema: { response: { 200: ok, 404: failure } } }, (_request, reply) => refuse(reply, ''))
  decorated.get('/helped', { schema: { response: { 200: ok, '4xx': failure } } }, async (request, reply) => {
    if (request.id === '') return refuse(reply.header('a', 'b'), '')
    return { id: 1, role: 'admin' }
  })
  decorated.get('/helped', { schema: { response: several } }, (_request, reply) => fail(reply))
  decorated.get('/helped', { schema: { response: several } }, (_request, reply) => refuse(reply, ''))
  const loose = { 404: { message: Type.Optional(Type.String()) } }
  decorated.get('/helped', { schema: { response: loose } }, (_request, reply) => refuse(reply, ''))
  // @ts-expect-error 404 is not declared
  app.get('/helped', { schema: { response: { 200: ok } } }, (_request, reply) => refuse(reply, ''))
  // @ts-expect-error 404 is declared otherwise
  app.get('/helped', { schema: { response: { 200: ok, 404: other } } }, (_request, reply) => refuse(reply, ''))
  // @ts-expect-error of the class only one is declared
  app.get('/helped', { schema: { response: { 200: ok, 404: failure } } }, (_request, reply) => fail(reply))
}

// What an async handler returns of a reply counts as sent where the reply is its own, or was hijacked, and not where it was prepared alone.
{
  const app = espalier()
  const schema = { response: { 200: Type.Object({ name: Type.String() }) } }
  app.get('/own', { schema }, async (_request, reply) => {
    reply.send({ name: '' })
    return reply
  })
  app.get('/awaited', { schema }, async (_request, reply) => {
    reply.header('a', 'b').send({ name: '' })
    await reply
    return reply
  })
  app.get('/hijacked', { schema }, async (_request, reply) => reply.header('a', 'b').hijack())
  app.get('/sent', { schema }, async (_request, reply) => reply.header('a', 'b').send({ name: '' }))
  // @ts-expect-error this handler returns a reply that was not sent
  app.get('/prepared', { schema }, async (_request, reply) => reply.header('a', 'b'))
  // @ts-expect-error this handler returns a reply that was not sent
  app.get('/chosen', { schema }, async (_request, reply) => reply.code(200).type('application/json'))
}
