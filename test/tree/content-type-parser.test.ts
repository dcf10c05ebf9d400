import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const parserNamed = (name: string) => async () => name

/** Returns the parser that reads a body of a type, otherwise the status of the response. */
async function readerOf(app: Anything, type: string): Promise<unknown> {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': type },
    payload: '{}'
  })
  return statusCode === 200 ? body : statusCode
}

function createReader(declare: (app: Anything) => unknown): Anything {
  const { app } = createApp()
  declare(app)
  app.post('/', async (request: Anything) =>
    typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
  )
  return app
}

test('a parser is found by the full content type, then its essence, the newest pattern and the catch-all', async () => {
  const app = createReader((app) =>
    app
      .addContentTypeParser('*', parserNamed('all'))
      .addContentTypeParser(/^text\/x/, parserNamed('older'))
      .addContentTypeParser(/^text\/x-y/, parserNamed('newer'))
      .addContentTypeParser('text/x-yes', parserNamed('essence'))
      .addContentTypeParser('text/x-yes; v=2', parserNamed('whole'))
  )
  const types = ['text/x-yes; v=2', 'text/x-yes; v=3', 'text/x-yet', 'text/x', 'image/png']
  const found = await Promise.all(types.map((type) => readerOf(app, type)))
  assert.deepEqual(found, ['whole', 'essence', 'newer', 'older', 'all'])
})

test('removeContentTypeParser removes parsers in any spelling, and keeps the others', async () => {
  const app = createReader((app) => {
    for (const type of ['text/a', 'text/b', 'text/c', /^text\/d/, /^text\/e/, '*'])
      app.addContentTypeParser(type, parserNamed(String(type)))
    app.removeContentTypeParser([' TEXT/A ', /^text\/d/])
    app.removeContentTypeParser('text/c')
    app.removeContentTypeParser('*')
  })
  const found = await Promise.all(
    ['text/a', 'text/b', 'text/c', 'text/d', 'text/e', 'a/b'].map((type) => readerOf(app, type))
  )
  assert.deepEqual(found, [415, 'text/b', 415, 415, '/^text\\/e/', 415])
})

test('removeContentTypeParser ignores invalid and unknown types', async () => {
  const app = createReader((app) => {
    app.addContentTypeParser('text/a', parserNamed('a'))
    for (const type of ['', 'text', 'text/none', 1, undefined, null, /text/]) app.removeContentTypeParser(type)
  })
  assert.deepEqual([await readerOf(app, 'text/a'), await readerOf(app, 'application/json')], ['a', '{}'])
})

test('removeAllContentTypeParsers removes built-in parsers too', async () => {
  const app = createReader((app) => {
    app.addContentTypeParser(/^text/, parserNamed('pattern'))
    app.removeAllContentTypeParsers()
  })
  assert.deepEqual([await readerOf(app, 'application/json'), await readerOf(app, 'text/a')], [415, 415])
})

test('a second parser of a type throws, except for a built-in one and the catch-all', async () => {
  const app = createReader((app) => {
    for (const type of ['text/x', /^x/]) {
      app.addContentTypeParser(type, parserNamed('first'))
      assert.throws(() => app.addContentTypeParser(type, parserNamed('second')), {
        code: 'FST_ERR_CTP_ALREADY_PRESENT'
      })
    }
    app.addContentTypeParser('application/json', parserNamed('json'))
    assert.throws(() => app.addContentTypeParser('Application/JSON', parserNamed('x')), {
      code: 'FST_ERR_CTP_ALREADY_PRESENT'
    })
    app.addContentTypeParser('*', parserNamed('first of all'))
    app.addContentTypeParser('*', parserNamed('last of all'))
  })
  assert.deepEqual([await readerOf(app, 'application/json'), await readerOf(app, 'a/b')], ['json', 'last of all'])
})

test('hasContentTypeParser finds types in any case, patterns, and parsers of outer contexts', async () => {
  const { app } = createApp()
  app.addContentTypeParser(['text/x', /^y/], parserNamed('x'))
  const asked = ['text/x', 'TEXT/X', 'text/z', /^y/, /^z/, 'application/json', 'text/plain', '*']
  const known = [true, true, false, true, false, true, true, false]
  assert.deepEqual(
    asked.map((type) => app.hasContentTypeParser(type)),
    known
  )
  app.register(async (child: Anything) => {
    child.addContentTypeParser('text/z', parserNamed('z'))
    assert.deepEqual(
      ['text/x', 'text/z'].map((type) => child.hasContentTypeParser(type)),
      [true, true]
    )
  })
  await app.ready()
  assert.equal(app.hasContentTypeParser('text/z'), false)
})

for (const [what, given, code] of [
  ['a type that is not a string', [1, parserNamed('x')], 'FST_ERR_CTP_INVALID_TYPE'],
  ['an invalid type', ['text', parserNamed('x')], 'FST_ERR_CTP_INVALID_TYPE'],
  ['an empty type', [' ', parserNamed('x')], 'FST_ERR_CTP_EMPTY_TYPE'],
  ['no parser', ['text/x'], 'FST_ERR_CTP_INVALID_HANDLER'],
  ['options but no parser', ['text/x', { parseAs: 'string' }], 'FST_ERR_CTP_INVALID_HANDLER'],
  ['an unknown parseAs', ['text/x', { parseAs: 'json' }, parserNamed('x')], 'FST_ERR_CTP_INVALID_PARSE_TYPE']
] as [string, unknown[], string][]) {
  test(`addContentTypeParser throws for ${what}`, () => {
    assert.throws(() => createApp().app.addContentTypeParser(...given), { code })
  })
}

test('a parser gets the body as a string or a buffer, within its own bodyLimit', async () => {
  const { app } = createApp()
  const show = async (_request: Anything, body: unknown) => `${typeof body} ${Buffer.isBuffer(body)} ${body}`
  app.addContentTypeParser('text/s', { parseAs: 'string', bodyLimit: 3 }, show)
  app.addContentTypeParser('text/b', { parseAs: 'buffer' }, show)
  app.post('/', async (request: Anything) => request.body)
  const ask = async (type: string, payload: string) =>
    (await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })).body
  assert.equal(await ask('text/s', 'abc'), 'string false abc')
  assert.equal(await ask('text/b', 'abcd'), 'object true abcd')
  assert.match(await ask('text/s', 'abcd'), /FST_ERR_CTP_BODY_TOO_LARGE/)
})

test('a pattern that is not anchored emits a warning', async () => {
  const { app } = createApp()
  const seen: string[] = []
  const listener = (warning: Error & { code?: string }) => void seen.push(`${warning.code} ${warning.message}`)
  process.on('warning', listener)
  for (const type of [/^text\/a/, /text\/b;?/, 'text/c', /text\/d/]) app.addContentTypeParser(type, parserNamed('x'))
  const marker = once(process, 'warning')
  process.emitWarning('the last one')
  await marker
  process.off('warning', listener)
  assert.equal(seen.length, 2)
  assert.match(seen[0] ?? '', /^FSTSEC001 .*\/text\\\/d\//)
})

test('a child inherits parsers by name and by pattern, and keeps its own to itself', async () => {
  const { app } = createApp()
  const parserOf = (name: string) => async (_request: unknown, _body: string) => name
  const add = (context: Anything, type: unknown, name: string) =>
    context.addContentTypeParser(type, { parseAs: 'string' }, parserOf(name))
  add(app, 'text/named', 'named')
  add(app, /^image\//, 'pattern')
  app.register(
    async (child: Anything) => {
      add(child, 'text/own', 'own')
      add(child, /^video\//, 'own pattern')
      child.post('/', ({ body }: Anything) => body)
    },
    { prefix: '/child' }
  )
  app.post('/', ({ body }: Anything) => body)
  const ask = async (url: string, type: string) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url,
      payload: 'x',
      headers: { 'content-type': type }
    })
    return statusCode === 200 ? body : statusCode
  }
  const types = ['text/named', 'image/png', 'text/own', 'video/mp4']
  const all = (url: string) => Promise.all(types.map((type) => ask(url, type)))
  assert.deepEqual(await all('/child'), ['named', 'pattern', 'own', 'own pattern'])
  assert.deepEqual(await all('/'), ['named', 'pattern', 415, 415])
})
