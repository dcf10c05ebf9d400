import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { get, last, type Options, onBoth, post, type Step } from '../both-servers.ts'
import { route, routes } from './routes.ts'

function same(name: string, steps: readonly Step[], options?: Options): void {
  test(name, { timeout: 600_000 }, async () => {
    await onBoth(route, steps, options)
  })
}

const chunked = (path: string, ...parts: string[]): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n` +
  parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('') +
  '0\r\n\r\n'

const bodyRoutes = [
  '/echo',
  '/late-body',
  '/limited',
  '/late-limited',
  '/pipe',
  '/late-pipe',
  '/iterate',
  '/late-iterate'
]
const readers = [...bodyRoutes, '/data', '/read-and-listen', '/unread', '/late-unread']
const big = 'x'.repeat(300_000)

describe('a response has the same bytes as on the stock classes', () => {
  for (const path of Object.keys(routes)) {
    test(`to GET ${path}`, { timeout: 600_000 }, async () => {
      const { output } = await onBoth(route, [get(path), get(path), last])
      assert.match(output, /^HTTP\/1\.1 /)
    })
    same(`to HEAD ${path}`, [`HEAD ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, last])
    same(`to GET ${path} with Connection: close`, [get(path, 'Connection: close')])
    same(`to GET ${path} on HTTP/1.0`, [`GET ${path} HTTP/1.0\r\n\r\n`])
    same(`to GET ${path} on HTTP/1.0 with keep-alive`, [
      `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`,
      'GET /last HTTP/1.0\r\n\r\n'
    ])
  }
})

describe('a body is read as on the stock classes', () => {
  for (const path of readers) {
    same(`by ${path} with the head`, [post(path, '{"a":1}'), last])
    same(`by ${path} when it is empty`, [post(path, ''), last])
    test(`by ${path} after the head`, { timeout: 600_000 }, async () => {
      const [head, body] = post(path, '{"a":1}').split('\r\n\r\n') as [string, string]
      await onBoth(route, [`${head}\r\n\r\n`, turns(5), body.slice(0, 3), turns(5), body.slice(3), last])
    })
    same(`by ${path} in many chunks`, [chunked(path, 'one', 'two', 'three'), last])
    test(`by ${path} in packets of one byte`, { timeout: 600_000 }, async () => {
      const bytes = [...chunked(path, '{"a":', '[1,2]}')].flatMap((byte): Step[] => [byte, turns(1)])
      await onBoth(route, [...bytes, last])
    })
    same(`by ${path} when it exceeds all buffers`, [post(path, big), last])
  }

  test('with its trailers', { timeout: 600_000 }, async () => {
    const request = `${chunked('/request-trailers', 'body').slice(0, -2)}X-Sum: 7\r\n\r\n`
    const { output } = await onBoth(route, [request, last])
    assert.match(output, /{"x-sum":"7"}/)
  })
})

describe('pipelined requests get their responses in order', () => {
  const orders = [
    ['/slow', '/fast', '/stream', '/fast'],
    ['/fast', '/slow', '/fast', '/set'],
    ['/stream', '/stream', '/fast'],
    ['/slow', '/slow', '/204', '/big', '/fast'],
    ['/tick', '/pipe', '/fast', '/trailers', '/tick'],
    ['/big', '/big-buffer', '/fast', '/big', '/slow', '/fast'],
    ['/finished', '/slow', '/finished', '/fast']
  ]
  for (const order of orders) {
    test(`for ${order.join(', ')}`, { timeout: 600_000 }, async () => {
      const { output } = await onBoth(route, [order.map((path) => get(path)).join('') + last])
      assert.match(output, /last$/)
    })
  }

  same('with read and unread bodies between them', [
    post('/echo', 'first') +
      post('/unread', big) +
      get('/slow') +
      post('/late-body', 'second') +
      post('/iterate', big) +
      last
  ])

  test('and a request after Connection: close gets no response', { timeout: 600_000 }, async () => {
    const { output } = await onBoth(route, [get('/fast', 'Connection: close') + get('/fast')])
    assert.equal(output.match(/HTTP\/1\.1/g)?.length, 1)
  })
})

describe('a request that Node handles itself gets the same bytes as on the stock classes', () => {
  same('without a Host', ['GET /fast HTTP/1.1\r\n\r\n'])
  same('without a Host and with requireHostHeader: false', ['GET /headers HTTP/1.1\r\n\r\n', get('/headers'), last], {
    requireHostHeader: false
  })
  same('with two Host fields', ['GET /headers HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', last])
  same('with an empty Host', ['GET /headers HTTP/1.1\r\nHost:\r\n\r\n', last])
  test('with Expect: 100-continue', { timeout: 600_000 }, async () => {
    const [head, body] = post('/echo', 'after', 'Expect: 100-continue').split('\r\n\r\n') as [string, string]
    const { output } = await onBoth(route, [`${head}\r\n\r\n`, /100 Continue\r\n\r\n/, body, last])
    assert.match(output, /^HTTP\/1\.1 100 Continue/)
  })
  same(
    'with Expect: 100-continue and a checkContinue listener that does not continue',
    [post('/never', 'body', 'Expect: 100-continue').slice(0, -4)],
    {
      prepare: (server) =>
        server.on('checkContinue', (request, response) => routes['/fast']?.(request, response, () => {}))
    }
  )
  same('with an unknown expectation', [get('/fast', 'Expect: tea'), last])
  same('with an unknown expectation and a checkExpectation listener', [get('/fast', 'Expect: tea'), last], {
    prepare: (server) =>
      server.on('checkExpectation', (request, response) => routes['/headers']?.(request, response, () => {}))
  })
  test('when it is malformed', { timeout: 600_000 }, async () => {
    const { output } = await onBoth(route, ['nonsense\r\n\r\n'])
    assert.match(output, /^HTTP\/1\.1 400 Bad Request/)
  })
  same('when it is malformed, after a response', [get('/fast'), /fast/, 'nonsense\r\n\r\n'])
  same('with a malformed chunk before the response', [
    'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
  ])
  test('with a head over maxHeaderSize', { timeout: 600_000 }, async () => {
    const { output } = await onBoth(route, [get('/fast', `X-Big: ${'b'.repeat(4000)}`)], { maxHeaderSize: 2000 })
    assert.match(output, /^HTTP\/1\.1 431/)
  })
  same('when it is malformed, with a clientError listener', ['nonsense\r\n\r\n'], {
    prepare: (server, note) =>
      server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
        note(error.code)
        socket.end('HTTP/1.1 400 Mine\r\n\r\n')
      })
  })
  test('after maxRequestsPerSocket requests', { timeout: 600_000 }, async () => {
    const { output } = await onBoth(route, [get('/fast'), get('/set'), get('/fast'), get('/fast'), /503/, last], {
      prepare: (server) => {
        server.maxRequestsPerSocket = 2
      }
    })
    assert.match(output, /max=2/)
  })
  same('with more fields than maxHeadersCount', [get('/headers', 'X-A: 1', 'X-B: 2', 'X-C: 3'), last], {
    prepare: (server) => {
      server.maxHeadersCount = 2
    }
  })
  same('with repeated fields', [
    get(
      '/headers',
      'X-A: 1',
      'x-a: 2',
      'Cookie: a',
      'Cookie: b',
      'Set-Cookie: c',
      'Accept: d',
      'Accept: e',
      'ETag: f',
      'ETag: g'
    ),
    get('/distinct', 'X-A: 1', 'x-a: 2'),
    last
  ])
  same(
    'with repeated fields and joinDuplicateHeaders',
    [get('/headers', 'Authorization: a', 'Authorization: b'), last],
    {
      joinDuplicateHeaders: true
    }
  )
  same('with keepAliveTimeout: 0', [get('/fast'), last], { keepAliveTimeout: 0 })
})

describe('an upgrade request', () => {
  const upgrade = get('/fast', 'Connection: Upgrade', 'Upgrade: echo')

  same('gets a plain response without an upgrade listener', [upgrade, /fast/, (socket) => socket.end()])

  test('is handed over with its socket to a listener', { timeout: 600_000 }, async () => {
    const { output } = await onBoth(route, [`${upgrade}first`, /first/, 'second'], {
      prepare: (server, note) =>
        server.on('upgrade', (request, socket, head) => {
          note(request.headers, request.url, (request as { upgrade?: boolean }).upgrade, head.toString())
          socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${head}`)
          socket.on('data', (chunk: Buffer) => socket.end(chunk))
        })
    })
    assert.match(output, /firstsecond$/)
  })

  same('is handed over after a response on the same connection', [get('/fast'), /fast/, upgrade], {
    prepare: (server) =>
      server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  })

  same('by CONNECT closes the connection without a listener', ['CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'])
})

/** Packets are likely to arrive separately after some turns of the event loop. */
function turns(count: number): Step {
  return async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}
