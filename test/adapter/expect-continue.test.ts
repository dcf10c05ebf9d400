/** Reading a body sends 100 Continue, also in functions that respond by themselves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse } from '../http-semantics/raw.ts'
import { type Anything, createApp, type Wild } from '../security/wild.ts'

const answerLength = (raw: Anything, end: (text: string) => unknown) => {
  let length = 0
  raw
    .on('data', (bytes: Buffer) => {
      length += bytes.length
    })
    .on('end', () => end(`${length} bytes`))
}

const byPath = (_path: string, raw: Anything, rawReply: Anything) => answerLength(raw, (text) => rawReply.end(text))

const readers: Record<string, { options: object; target: string; declare?: (app: Wild) => void }> = {
  'a default route': {
    options: {
      routerOptions: {
        defaultRoute: (raw: Anything, rawReply: Anything) => answerLength(raw, (text) => rawReply.end(text))
      }
    },
    target: '/none'
  },
  onBadUrl: { options: { routerOptions: { onBadUrl: byPath } }, target: '/%zz' },
  onMaxParamLength: { options: { routerOptions: { onMaxParamLength: byPath, maxParamLength: 3 } }, target: '/ab/abcd' },
  frameworkErrors: {
    options: {
      frameworkErrors: (_error: unknown, { raw }: Anything, reply: Anything) =>
        answerLength(raw, (text) => reply.send(text))
    },
    target: '/%zz'
  },
  'a not-found handler': {
    options: {},
    target: '/none',
    declare: (app) =>
      app.setNotFoundHandler(({ raw }: Anything, reply: Anything) => answerLength(raw, (text) => reply.send(text)))
  }
}

for (const exchange of ['auto', 'stock']) {
  for (const [name, { options, target, declare }] of Object.entries(readers)) {
    test(`${name} that reads a body sends 100 Continue (${exchange})`, { timeout: 600_000 }, async (t) => {
      const { app } = createApp({ exchange, ...options })
      t.after(() => app.close())
      declare?.(app)
      app.route({ method: 'POST', url: '/ab/:id', handler: () => '' })
      const conversation = await converse(await app.listen({ port: 0, host: '127.0.0.1' }))
      const fields = 'Host: a.test\r\nExpect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n\r\n'
      await conversation.send(`POST ${target} HTTP/1.1\r\n${fields}`).until(/100 Continue/)
      conversation.send('hello')
      assert.match(await conversation.closed(), /5 bytes/)
    })
  }
}
