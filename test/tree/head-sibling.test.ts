import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'
import { until } from '../until.ts'

async function headOf(payload: unknown, type?: string) {
  const { app, lines } = createApp()
  app.get('/', async (_request: unknown, reply: Anything) => {
    if (type !== undefined) reply.type(type)
    return reply.send(payload)
  })
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/' })
  return { statusCode, body, length: headers['content-length'], type: headers['content-type'], headers, lines }
}

for (const [what, payload, length] of [
  ['a string', 'é€', '5'],
  ['an empty string', '', '0'],
  ['a buffer', Buffer.from('abc'), '3'],
  ['a Uint8Array', new Uint8Array(4), '4'],
  ['undefined', undefined, '0'],
  ['an object', { a: 1 }, '7']
] as const)
  test(`HEAD sends the Content-Length of ${what} and no body`, async () => {
    const { statusCode, body, length: told } = await headOf(payload)
    assert.deepEqual([statusCode, body, told], [200, '', length])
  })

test('HEAD sends no body for null', async () => {
  const { app } = createApp()
  app.get('/', { onSend: async () => null }, () => 'text')
  const { statusCode, body } = await app.inject({ method: 'HEAD', url: '/' })
  assert.deepEqual([statusCode, body], [200, ''])
})

test('HEAD reads a stream to its end and sends no Content-Length', async () => {
  let isRead = false
  const stream = Readable.from(['a', 'b']).on('end', () => {
    isRead = true
  })
  const { statusCode, body, length } = await headOf(stream, 'a/b')
  assert.deepEqual([statusCode, body, length], [200, '', undefined])
  await until(() => isRead, 'the end of the stream')
})

test('HEAD logs the error of a stream', async () => {
  const stream = new PassThrough()
  const { statusCode, lines } = await headOf(stream, 'a/b')
  assert.equal(statusCode, 200)
  stream.destroy(new Error('of the stream'))
  await until(() => lines.some(({ level }) => level === 50), 'the line')
  const [line] = lines.filter(({ level }) => level === 50)
  assert.deepEqual([line?.msg, line?.err?.message], ['Error on Stream found for HEAD route', 'of the stream'])
})

test('HEAD cancels a web stream with a reason, and logs an error of cancel', async () => {
  for (const fails of [false, true]) {
    let reason: unknown
    const stream = new ReadableStream({
      cancel(given) {
        reason = given
        if (fails) throw new Error('of the cancelling')
      }
    })
    const { statusCode, body, lines } = await headOf(stream, 'a/b')
    assert.deepEqual([statusCode, body, reason], [200, '', 'Stream cancelled by HEAD route'])
    if (!fails) continue
    await until(() => lines.some(({ level }) => level === 50), 'the line')
    const [line] = lines.filter(({ level }) => level === 50)
    assert.deepEqual([line?.msg, line?.err?.message], ['Error on Stream found for HEAD route', 'of the cancelling'])
  }
})

test('HEAD sends only the head of a Response', async () => {
  let reason: unknown
  const stream = new ReadableStream({
    cancel(given) {
      reason = given
    }
  })
  for (const given of [null, stream]) {
    const { statusCode, body, headers } = await headOf(new Response(given, { status: 202, headers: { 'x-a': '1' } }))
    assert.deepEqual([statusCode, body, headers['x-a']], [202, '', '1'])
  }
  assert.equal(reason, 'Stream cancelled by HEAD route')
})

test('HEAD with an invalid payload is a 500, and the log names its type', async () => {
  for (const [payload, type] of [
    [() => {}, 'function'],
    [1, 'number']
  ] as const) {
    const { app, lines } = createApp()
    app.get('/', { onSend: async () => payload }, () => 'text')
    const { statusCode } = await app.inject({ method: 'HEAD', url: '/' })
    assert.equal(statusCode, 500)
    const [line] = lines.filter(({ err }) => err?.code === 'FST_ERR_REP_INVALID_PAYLOAD_TYPE')
    assert.match(line?.err?.message ?? '', new RegExp(`'${type}'`))
  }
})

test('onSend hooks of the GET route get the payload of HEAD, as a list or alone', async () => {
  for (const onSend of [(seen: unknown[]) => seen, (seen: unknown[]) => [seen]]) {
    const seen: unknown[] = []
    const { app } = createApp()
    const note = async (_request: unknown, _reply: unknown, payload: unknown) => {
      seen.push(payload)
      return `${payload}!`
    }
    app.get('/', { onSend: Array.isArray(onSend([])[0]) ? [note] : note }, () => 'text')
    const { headers, body } = await app.inject({ method: 'HEAD', url: '/' })
    assert.deepEqual([seen, body, headers['content-length']], [['text'], '', '5'])
  }
})

test('the HEAD route has the options of the GET route', async () => {
  const { app } = createApp()
  const seen: Anything[] = []
  app.addHook('onRoute', (options: Anything) => void seen.push({ ...options }))
  app.register(async (child: Anything) => void child.get('/a', { config: { b: 1 }, bodyLimit: 5 }, () => ''), {
    prefix: '/p'
  })
  await app.ready()
  assert.deepEqual(
    seen.map(({ method, url, path, routePath, prefix, bodyLimit, config }) => ({
      method,
      url,
      path,
      routePath,
      prefix,
      bodyLimit,
      config
    })),
    ['GET', 'HEAD'].map((method) => ({
      ...{ method, url: '/p/a', path: '/p/a', routePath: '/a', prefix: '/p', bodyLimit: 5, config: { b: 1 } }
    }))
  )
  assert.equal(seen[0].onSend, undefined)
  assert.equal(seen[1].onSend.at(-1).name, 'headRouteOnSendHandler')
})
