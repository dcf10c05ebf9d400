import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { espalier, type Logger } from 'espalier'

const faults = {
  'throws at once': function broken() {
    throw new Error('boom')
  },
  rejects: async function broken() {
    throw new Error('boom')
  },
  'calls done with an error': function broken(_app: unknown, _options: unknown, done: (error: Error) => void) {
    done(new Error('boom'))
  }
}

for (const [what, broken] of Object.entries(faults)) {
  test(`the error of a plugin that ${what} has the name of the plugin`, async () => {
    const app = espalier()
    app.register(broken)
    await assert.rejects(Promise.resolve(app.ready()), { message: 'boom', plugin: 'broken' })
  })
}

test('a plugin that calls done twice is logged with its name', async (t) => {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, next) => next(void lines.push(String(chunk))) })
  const app = espalier({ logger: { stream } })
  t.after(() => app.close())
  app.register(function eager(_app: { log: Logger }, _options: object, done: () => void) {
    done()
    done()
  })
  await app.ready()
  assert.match(lines.join(''), /plugin 'eager' called done twice/)
})
