import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { espalier, keep } from '../../src/index.ts'
import { budget } from '../fuzz/budget.ts'

/** Makes an app whose plugins keep some names, and notes the events of their resources. */
async function appThatKeeps(names: readonly string[], notes: string[], make = (name: string) => name) {
  const app = espalier()
  const got: string[] = []
  for (const name of names)
    app.register(async (context) => {
      const made = () => {
        notes.push(`made ${name}`)
        return make(name)
      }
      got.push(await keep(context, name, made, (resource) => void notes.push(`disposed ${resource}`)))
    })
  await app.ready()
  return { app, got }
}

/** As in `espalier dev`, all apps of the process share their names. */
function shareNames(t: TestContext) {
  const holder = globalThis as Record<symbol, unknown>
  const key = Symbol.for('espalier.kept')
  holder[key] = new Map()
  t.after(() => {
    delete holder[key]
  })
}

test('keep makes a resource once per app, and disposes of it when the app closes', async () => {
  const notes: string[] = []
  const { app, got } = await appThatKeeps(['pool', 'pool', 'cache'], notes)
  assert.deepEqual(got.sort(), ['cache', 'pool', 'pool'])
  assert.deepEqual(notes, ['made pool', 'made cache'])
  await app.close()
  assert.deepEqual(notes.slice(2).sort(), ['disposed cache', 'disposed pool'])
})

test('keep makes a resource for each app', async () => {
  const notes: string[] = []
  const apps = await Promise.all([appThatKeeps(['pool'], notes), appThatKeeps(['pool'], notes)])
  await apps[0].app.close()
  assert.deepEqual(notes, ['made pool', 'made pool', 'disposed pool'])
  await apps[1].app.close()
})

test('keep rejects with the error of a resource, and the next app makes it again', async (t) => {
  shareNames(t)
  const notes: string[] = []
  const app = espalier()
  const fail = () => Promise.reject(new Error('no database'))
  app.register(async (context) => {
    await keep(context, 'pool', fail, () => void notes.push('disposed'))
  })
  await assert.rejects(async () => app.ready(), /no database/)
  await app.close()
  assert.deepEqual(notes, [])
  const next = await appThatKeeps(['pool'], notes)
  assert.deepEqual(notes, ['made pool'])
  await next.app.close()
})

test('a shared resource lives exactly as long as an app uses it', async (t) => {
  shareNames(t)
  const steps = fc.array(fc.oneof(fc.subarray(['a', 'b', 'c']), fc.constant('close' as const)), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, async (every) => {
      const notes: string[] = []
      const open: { app: { close(): Promise<unknown> }; names: readonly string[] }[] = []
      const living = () => {
        const count = (word: string) => notes.filter((note) => note === word).length
        return ['a', 'b', 'c'].filter((name) => count(`made ${name}`) - count(`disposed ${name}`) === 1)
      }
      for (const step of [...every, ...every.map(() => 'close' as const)]) {
        if (step === 'close') await open.shift()?.app.close()
        else open.push({ app: (await appThatKeeps(step, notes)).app, names: step })
        assert.deepEqual(living(), [...new Set(open.flatMap(({ names }) => names))].sort())
      }
      assert.equal(open.length, 0)
    }),
    budget(50)
  )
})

test('keep rejects for an invalid argument, and the message names it', async () => {
  const app = espalier()
  const wrong = keep as unknown as (...values: unknown[]) => Promise<unknown>
  for (const [values, words] of [
    [['', () => 1], /The name of keep\(\)/],
    [['a'], /The argument make of keep\(\)/],
    [['a', () => 1, 'close'], /The argument dispose of keep\(\)/]
  ] as const)
    await assert.rejects(wrong(app, ...values), (error: Error & { code: string }) => {
      assert.match(error.message, words)
      return error.code === 'ESP_ERR_ARGUMENT_INVALID'
    })
  await app.close()
})
