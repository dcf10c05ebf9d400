import { desk } from './client.mjs'
import { originOf } from './edit.mjs'

/** The parts of the help desk that edits change: how each is asked for, and the answer of a state. */
const parts = {
  'changes a text': [
    'GET /docs/openapi.json',
    () => ({}),
    ({ body }) => JSON.parse(body).info?.title,
    ({ text }) => `Help desk ${text}`
  ],
  'changes a setting': [
    'GET /live',
    (_tokens, { setting }) => ({ headers: { origin: originOf(setting) } }),
    ({ headers }) => headers['access-control-allow-origin'],
    ({ setting }) => originOf(setting)
  ],
  'changes a guard': [
    `GET ${desk}/tickets`,
    ({ tom }) => ({ token: tom }),
    ({ status }) => status,
    ({ isGuarded }) => (isGuarded ? 403 : 200)
  ],
  'adds or removes a route': [
    `GET ${desk}/extra`,
    ({ tom }) => ({ token: tom }),
    ({ status }) => status,
    ({ hasRoute }) => (hasRoute ? 200 : 404)
  ],
  'renames an export': [
    `GET ${desk}/tickets/2000000`,
    ({ ada }) => ({ token: ada }),
    ({ body }) => JSON.parse(body).message,
    ({ name }) => `There is no ticket 2000000 for ${name}.`
  ]
}

/** @param only the kind whose part is asked for; all of them where none is given. @returns a sentence, or null */
export async function mismatchOf(ask, tokens, state, only) {
  const asked = only === undefined ? Object.values(parts) : [parts[only]]
  for (const [target, toOptions, read, expect] of asked) {
    const found = read(await ask(target, toOptions(tokens, state)))
    const expected = expect(state)
    if (found !== expected) return `${target} gave ${found} in place of ${expected}`
  }
  return null
}
