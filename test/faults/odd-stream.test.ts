/** Unusual streams: their request gets a response, and other requests are not affected. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { PassThrough, Readable, Stream, Writable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'

interface Case {
  readonly body: () => unknown
  readonly length?: number
  readonly status: number
  readonly text: RegExp
}

/** An old-style stream, without the classes of today. */
const old = (pipe: (to: Writable) => void) => ({
  pipe,
  on() {
    return this
  }
})

/** Emits all chunks in one turn after a listener was added. */
function emitting(stream: Stream, ...chunks: unknown[]): Stream {
  const emit = () => {
    for (const chunk of chunks) stream.emit('data', chunk)
    stream.emit('end')
  }
  return stream.on('newListener', (event) => void (event === 'data' && setImmediate(emit)))
}

async function ended(): Promise<Readable> {
  const stream = new PassThrough().resume().end()
  await once(stream, 'end')
  return stream
}

const webSource = (reader: object) => ({ locked: false, getReader: () => reader })

const cases: Record<string, Case> = {
  'a stream that has ended': { body: ended, status: 200, text: /^$/ },
  'a stream that has ended before the bytes it declares': {
    body: ended,
    length: 2,
    status: 500,
    text: /LENGTH_MISMATCH/
  },
  'a stream of objects': { body: () => Readable.from([{ a: 1 }]), status: 500, text: /INVALID_PAYLOAD_TYPE/ },
  'a stream with more bytes than it declares': {
    body: () => Readable.from(['abc']),
    length: 2,
    status: 500,
    text: /LENGTH_MISMATCH/
  },
  'a stream with another reader': {
    body: () => Readable.from(['a']).on('data', () => {}),
    status: 200,
    text: /^a?$/
  },
  'a writable stream': { body: () => new Writable(), length: 2, status: 500, text: /CANNOT_PIPE/ },
  'an old-style stream that declares its length': {
    body: () => old((to) => void to.end('piped')),
    length: 5,
    status: 200,
    text: /^piped$/
  },
  'an old-style stream that emits an object': {
    body: () => emitting(new Stream(), { a: 1 }, 'text'),
    status: 500,
    text: /PAYLOAD_TYPE/
  },
  'an old-style stream that emits null': {
    body: () => emitting(new Stream(), null, 'text'),
    status: 500,
    text: /PAYLOAD_TYPE/
  },
  'an old-style stream that declares its length and emits null': {
    body: () => emitting(new Stream(), null),
    length: 4,
    status: 500,
    text: /PAYLOAD_TYPE/
  },
  'an old-style stream that sets the head': {
    body: () => old((to) => void (to as ServerResponse).setHeader('x-old', '1').end('piped')),
    status: 200,
    text: /^piped$/
  },
  'a stream that emits an object by hand': {
    body: () => emitting(new PassThrough(), { a: 1 }, 'text'),
    status: 500,
    text: /PAYLOAD_TYPE/
  },
  'an old-style stream whose pipe throws': {
    body: () =>
      old(() => {
        throw new Error('no pipe')
      }),
    length: 2,
    status: 500,
    text: /no pipe/
  },
  'a web stream without cancel': {
    body: () => webSource({ read: () => Promise.reject(new Error('no read')) }),
    status: 500,
    text: /no read/
  },
  'a web stream whose getReader throws': {
    body: () => ({
      ...webSource({}),
      getReader() {
        throw new Error('no reader')
      }
    }),
    status: 500,
    text: /no reader/
  }
}

for (const exchange of ['auto', 'stock']) {
  for (const [name, { body, length, status, text }] of Object.entries(cases)) {
    for (const hooked of [false, true]) {
      test(`${name} gets one response${hooked ? ', with an async onSend hook' : ''} (${exchange})`, async (t) => {
        const { send } = await serve(t, { exchange }, (app) => {
          if (hooked)
            app.addHook('onSend', async (_request: unknown, _reply: unknown, payload: unknown) => {
              await turn()
              return payload
            })
          app.get('/', async (_request: unknown, reply: Anything) => {
            if (length !== undefined) reply.header('content-length', length)
            return body()
          })
          app.get('/next', async () => 'fine')
        })
        const answer = await send('/')
        assert.equal(answer?.status, status)
        assert.match(String(answer?.body), text)
        await send('/', { method: 'HEAD' })
        // A source that is destroyed later must not fail either.
        await turn()
        assert.equal((await send('/next'))?.body, 'fine')
      })
    }
  }
}
