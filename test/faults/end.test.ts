/** The end of an exchange: its hooks run once, for all ends of the response, the client or the connection. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'
import { until } from '../until.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

const tooLargeToLeaveAtOnce = 'x'.repeat(10_000_000)
/** How a response comes to report an error itself. */
const waysToFail: Record<string, (reply: Anything) => void> = {
  'that the response reports': (reply) => reply.hijack().raw.writeHead(200).emit('error', new Error('of the response')),
  'of writing after a response': (reply) => reply.send(tooLargeToLeaveAtOnce).raw.write('more'),
  'of writing after a raw response': (reply) => reply.hijack().raw.end(tooLargeToLeaveAtOnce).write('more')
}

const handlers: Record<string, () => unknown> = {
  'at once': () => 'answer',
  later: async () => {
    await turn()
    return 'answer'
  },
  'with a large response': () => tooLargeToLeaveAtOnce
}

for (const exchange of ['auto', 'stock']) {
  for (const [name, answer] of Object.entries(waysToFail)) {
    for (const hooks of [[], ['first', 'second']]) {
      test(`after an error ${name} ${hooks.length} onResponse hooks run and one line is logged (${exchange})`, {
        timeout: 600_000
      }, async (t) => {
        const seen: unknown[] = []
        const { port, lines } = await serve(t, { exchange }, (app) => {
          for (const hook of hooks) app.addHook('onResponse', async () => void seen.push(hook))
          app.get('/', (_request: unknown, reply: Anything) => answer(reply))
        })
        const connection = new Connection(port).send(request('/'))
        const ends = () => lines.filter(({ responseTime }) => responseTime !== undefined)
        await until(() => ends().length > 0, 'the line of the end')
        connection.destroy()
        // The objects of an exchange that was answered without them are over when they are made: nothing is written on them.
        const isOver = exchange === 'auto' && name === 'of writing after a response'
        assert.deepEqual(
          [seen, ends().map(({ msg }) => msg)],
          [hooks, [isOver ? 'request completed' : 'request errored']]
        )
      })
    }
  }

  for (const [manner, answer] of Object.entries(handlers)) {
    for (const closes of ['the client', 'the handler']) {
      test(`pipelined requests end once each when ${closes} closes with the first, responding ${manner} (${exchange})`, {
        timeout: 600_000
      }, async (t) => {
        const begun: string[] = []
        const ended: string[] = []
        const { port } = await serve(t, { exchange }, (app) => {
          app.addHook('onRequest', async ({ url }: Anything) => void begun.push(url))
          app.addHook('onResponse', async ({ url }: Anything) => void ended.push(url))
          app.addHook('onRequestAbort', async ({ url }: Anything) => void ended.push(url))
          app.get('/*', (_request: unknown, reply: Anything) => {
            if (closes === 'the handler') reply.header('connection', 'close')
            return answer()
          })
        })
        const fields = closes === 'the client' ? { headers: [['Connection', 'close'] as const] } : {}
        const connection = new Connection(port).send(Buffer.concat([request('/1', fields), request('/2')]))
        await connection.closed
        await until(() => ended.length >= begun.length, 'the end of every request')
        for (let turns = 0; turns < 10; turns++) await turn()
        assert.deepEqual(ended.sort(), begun)
      })
    }
  }
}
