/** docs/options.md against the app: a default that changes must change there too. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createApp } from './wild.ts'

/** Of no weight for safety: the types document them. */
const elsewhere = new Set(['requestIdLogLabel', 'routerOptions'])

/** The defaults that the document gives as a value, by option. */
function documented(): Map<string, unknown> {
  const rows = readFileSync('docs/options.md', 'utf8').matchAll(/^\| `([\w.]+)` \| `([^`]+)` \|/gm)
  return new Map(
    [...rows].map(([, name = '', value = '']) => [
      name.replace('routerOptions.', ''),
      JSON.parse(value.replaceAll("'", '"'))
    ])
  )
}

test('the document of the options gives every default that is in force, and no other', async () => {
  const { app } = createApp({ logger: false })
  const defaults: Record<string, unknown> = app.initialConfig
  const rows = documented()
  for (const [name, value] of Object.entries(defaults)) {
    if (!elsewhere.has(name)) assert.deepEqual(rows.get(name), value, name)
  }
})

test('what the document says of production holds: errors show their text only where they may', async () => {
  const before = process.env.NODE_ENV
  for (const [env, exposeErrors, expected] of [
    ['production', undefined, 'Internal Server Error'],
    ['production', true, 'the reason'],
    ['test', undefined, 'the reason'],
    ['test', false, 'Internal Server Error']
  ] as const) {
    process.env.NODE_ENV = env
    const { app } = createApp({ logger: false, ...(exposeErrors !== undefined && { exposeErrors }) })
    app.get('/', () => {
      throw new Error('the reason')
    })
    assert.equal((await app.inject('/' as never)).json().message, expected)
  }
  if (before === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = before
})
