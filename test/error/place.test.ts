import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, plugin, requires, shared } from 'espalier'
import { lineOf as lineOfPlace, type Place, placeOfCall, prependFrame } from '../../src/error/place.ts'

/** Returns the current line. The tests declare on the line after it. */
function here(): number {
  const [, , frame = ''] = new Error('here').stack?.split('\n') ?? []
  return Number(/:(\d+):\d+\)?$/.exec(frame)?.[1])
}

/** Returns the line of this file in the first frame of a stack. */
function lineOf(error: unknown): number | undefined {
  assert.ok(error instanceof Error)
  const [frame = ''] = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return frame.includes('place.test') ? Number(/:(\d+):\d+\)?$/.exec(frame)?.[1]) : undefined
}

async function fault(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error
  }
  return assert.fail('nothing was thrown')
}

const wrongSchemas: Record<string, object> = {
  'an unknown key': { querystirng: {} },
  'an unknown keyword': { querystring: { type: 'object', propertys: {} } },
  'an unresolvable reference': { querystring: { city: { $ref: 'nowhere#' } } },
  'a response without a status': { response: { type: 'object', properties: {} } },
  'a pattern of exponential time': { body: { name: { type: 'string', pattern: '^(a+)+$' } } }
}

for (const [mistake, schema] of Object.entries(wrongSchemas)) {
  test(`a schema with ${mistake} fails the boot with the line of its route in the stack`, async () => {
    const app = espalier()
    const before = here()
    app.post('/books', { schema } as never, () => 'ok')
    assert.equal(lineOf(await fault(() => app.ready())), before + 1)
    await app.close()
  })
}

test('a serverFactory that returns a non-server throws with the calling file in the stack, and proposes a server', async () => {
  for (const server of [undefined, null, 3000, {}]) {
    const error = await fault(() => espalier({ serverFactory: () => server } as never))
    assert.match(
      String(error),
      /The result of serverFactory must be a server.* such as http\.createServer\(handler\), not /
    )
    assert.match((error as Error).stack ?? '', /place\.test/)
  }
})

test('a plugin whose needs are missing fails the boot with the line that registers it', async () => {
  const db = shared({ name: 'db', setup: (app) => app.decorate('db', 1) })
  const books = plugin({ name: 'books', needs: [db], setup: () => {} })
  const clock = plugin({ name: 'clock', needs: requires({ app: ['now'] }), setup: () => {} })
  for (const lacking of [books, clock]) {
    const app = espalier()
    const before = here()
    app.register(lacking as never)
    assert.equal(lineOf(await fault(() => app.ready())), before + 1)
    await app.close()
  }
})

test('an error thrown by a plugin keeps its own line', async () => {
  const app = espalier()
  let before = 0
  app.register(async () => {
    before = here()
    throw new Error('no connection')
  })
  assert.equal(lineOf(await fault(() => app.ready())), before + 1)
  await app.close()
})

test('a path that the router refuses throws with a line of the calling file', async () => {
  for (const path of ['books', '/*/books', '/:id(']) {
    const app = espalier()
    const error = await fault(() => app.get(path as never, () => 'ok'))
    assert.notEqual(lineOf(error), undefined)
    await app.close()
  }
})

test('an invalid hook fails the boot with the calling file in the stack', async () => {
  for (const [name, hook] of [
    ['onrequest', async () => {}],
    ['onRequest', 'text']
  ] as const) {
    const app = espalier()
    app.addHook(name as never, hook as never)
    const error = await fault(() => app.ready())
    assert.match(String((error as Error).stack), /place\.test/)
    await app.close()
  }
})

test('prependFrame returns a value unchanged that is not an extensible error', () => {
  const place = placeOfCall(() => {})
  const frozen = Object.freeze(new Error('frozen'))
  for (const thrown of ['text', undefined, null, 1, frozen, { stack: 1 }])
    assert.equal(prependFrame(place, thrown), thrown)
  assert.equal(prependFrame(undefined, frozen), frozen)
})

test('the place of code evaluated from text is the file of its sourceURL', () => {
  const make = new Function('placeOfCall', 'return function verb() { return placeOfCall(verb) }')
  const verb = make(placeOfCall) as () => unknown
  const call = new Function('verb', 'return verb()\n//# sourceURL=/app/made-of-text.ts') as (verb: unknown) => {
    file: string
  }
  assert.equal(call(verb).file, '/app/made-of-text.ts')
})

test('a place keeps its source line when the same file is evaluated again with another source map', (t) => {
  const { sourceMapsEnabled = false } = process as { sourceMapsEnabled?: boolean }
  process.setSourceMapsEnabled(true)
  t.after(() => process.setSourceMapsEnabled(sourceMapsEnabled))
  /** The third line of this code comes from a line of `app.ts`. */
  const placeIn = (mappings: string) => {
    const map = JSON.stringify({ version: 3, sources: ['app.ts'], names: [], mappings })
    const comments = `//# sourceURL=file:///project/app.ts\n//# sourceMappingURL=data:application/json;base64,${btoa(map)}`
    const declare = (): Place | undefined => placeOfCall(declare)
    return new Function('declare', `return declare()\n${comments}`)(declare) as Place | undefined
  }
  const before = placeIn(';;AASA')
  assert.match(lineOfPlace(before), /app\.ts:10:/)
  assert.match(lineOfPlace(placeIn(';;AAIA')), /app\.ts:5:/)
  assert.match(lineOfPlace(before), /app\.ts:10:/)
})
