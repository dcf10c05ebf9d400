import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSpellingCheck } from '../../src/error/misspelt-option.ts'
import { espalier } from '../../src/index.ts'

/** Returns the warnings about options that a function causes. */
async function warningsWhile(act: () => unknown): Promise<string[]> {
  const messages: string[] = []
  const note = ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'ESPWRN001') messages.push(message)
  }
  process.on('warning', note)
  await act()
  await new Promise(setImmediate)
  process.off('warning', note)
  return messages
}

function warningsOf(known: readonly string[], ...given: object[]): Promise<string[]> {
  const check = createSpellingCheck(known)
  return warningsWhile(() => {
    for (const options of given) check(options, () => "the route '/'")
  })
}

test('an option close to a known one emits a warning with its owner and the proposed name', async () => {
  const [message, ...others] = await warningsOf(['preHandler', 'schema'], { prehandler: 1, preHandler: 2 })
  assert.match(message ?? '', /Unknown option 'prehandler' for the route '\/'\. .* Did you mean 'preHandler'\?/)
  assert.deepEqual(others, [])
})

test('an option that resembles no known one, or has a short name, emits no warning', async () => {
  assert.deepEqual(await warningsOf(['url', 'schema'], { websocket: true, uri: '/', schemata: 1, __proto__: null }), [])
})

test('a misspelt option emits a warning for each owner', async () => {
  assert.equal((await warningsOf(['bodyLimit'], { bodylimit: 1 }, { bodylimit: 2 })).length, 2)
})

test('a misspelt short option of listen emits a warning', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  // The compiler would refuse a misspelt name in an object literal.
  const given = { host: '127.0.0.1', prt: 3000, signl: 1, exclusive: true, custom: 1 }
  const messages = await warningsWhile(() => app.listen(given))
  assert.deepEqual(messages, [
    "Unknown option 'prt' for listen(). It has no effect. Did you mean 'port'?",
    "Unknown option 'signl' for listen(). It has no effect. Did you mean 'signal'?"
  ])
})
