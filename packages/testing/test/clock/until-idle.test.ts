import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { untilIdle } from '../../src/clock/until-idle.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('untilIdle() waits for promises, turns of the event loop and socket exchanges', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.get('/', async () => {
    for (let index = 0; index < 5; index++) await turn()
    return 'hello'
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const over: string[] = []
  const note = (what: string) => () => void over.push(what)
  ;(async () => {
    for (let index = 0; index < 50; index++) await turn()
  })().then(note('turns'))
  app.inject('/').then(note('inject'))
  fetch(origin)
    .then((response) => response.text())
    .then(note('fetch'))
  await untilIdle()
  assert.deepEqual(over.sort(), ['fetch', 'inject', 'turns'])
})

test('untilIdle() waits a second for endless work', async () => {
  let goesOn = true
  const goOn = () => {
    if (goesOn) setImmediate(() => Promise.resolve().then(goOn))
  }
  goOn()
  const began = performance.now()
  await untilIdle()
  goesOn = false
  assert.ok(performance.now() - began >= 990)
})

test('untilIdle() takes less than a second with async hooks enabled', async () => {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const began = performance.now()
    await new AsyncLocalStorage().run(1, async () => {
      await turn()
      await untilIdle()
    })
    times.push(performance.now() - began)
  }
  assert.ok(Math.min(...times) < 900, `${times}`)
})
