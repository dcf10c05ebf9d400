/** A disconnect at any stage has the same effect in every adapter. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Anything } from '../../security/wild.ts'
import { until } from '../../until.ts'
import { type Call, remote } from './carriers.ts'

type Notes = Set<string>

/** Continues until the client stops reading. */
function endless(notes: Notes): Readable {
  const source = new Readable({ read: () => void setImmediate(() => source.destroyed || source.push('more ')) })
  return source.on('close', () => notes.add('the source is let go'))
}

function declareInto(notes: Notes) {
  return (app: Anything): void => {
    app.addHook('onRequest', async (request: Anything) => {
      notes.add('arrived')
      request.signal.addEventListener('abort', () => notes.add('the signal aborts'))
    })
    app.addHook('onRequestAbort', async (_request: unknown) => void notes.add('onRequestAbort'))
    app.addHook('onResponse', async () => void notes.add('onResponse'))
    app.post('/waits', async ({ signal }: Anything) => {
      notes.add('handled')
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      notes.add('the handler goes on')
      return 'for nobody'
    })
    app.get('/endless', (_request: unknown, reply: Anything) => reply.send(endless(notes)))
    app.get('/', () => 'alive')
  }
}

interface Stage {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly reach: (call: Call, notes: Notes) => Promise<unknown>
  /** The notifications of the end, in any order. */
  readonly told: readonly string[]
}

const has = (notes: Notes, note: string) => until(() => notes.has(note), note)

const left = ['onRequestAbort', 'the signal aborts']

const stages: Readonly<Record<string, Stage>> = {
  'before the body': {
    ...{ path: '/waits', method: 'POST' },
    reach: (_call, notes) => has(notes, 'arrived'),
    told: ['arrived', ...left]
  },
  'in the body': {
    ...{ path: '/waits', method: 'POST' },
    reach: async (call, notes) => {
      call.write(Buffer.from('{"a":'))
      await has(notes, 'arrived')
    },
    told: ['arrived', ...left]
  },
  'while the handler runs': {
    ...{ path: '/waits', method: 'POST' },
    reach: async (call, notes) => {
      call.write(Buffer.from('{"a":1}'))
      call.end()
      await has(notes, 'handled')
    },
    told: ['arrived', 'handled', ...left, 'the handler goes on']
  },
  'while the response is streamed': {
    ...{ path: '/endless', method: 'GET' },
    reach: async (call) => {
      call.end()
      const response = await call.response
      response.on('error', () => {}).resume()
    },
    told: ['arrived', ...left, 'the source is let go']
  }
}

const headers = { 'content-type': 'application/json', 'content-length': '7' }

for (const [name, create] of remote) {
  for (const [stage, { path, method, reach, told }] of Object.entries(stages)) {
    test(`${name}: a client disconnect ${stage} is reported once, and other clients are served`, async (t) => {
      const notes: Notes = new Set()
      const { ask, begin, close } = await create(declareInto(notes))
      t.after(close)
      assert.ok(begin)
      const call = begin({ method, path, ...(method === 'POST' && { headers }) })
      call.response.catch(() => {})
      await reach(call, notes)
      assert.ok(!left.some((note) => notes.has(note)), [...notes].join())
      call.abort()
      for (const note of told) await has(notes, note)
      const { body } = await ask({ method: 'GET', path: '/' })
      assert.equal(body, 'alive')
      notes.delete('onResponse')
      assert.deepEqual([...notes].sort(), [...told].sort())
    })
  }
}
