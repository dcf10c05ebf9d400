import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { holdClock } from '../held-clock.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { until } from '../until.ts'

/** Closes an app with a waiting hook. Returns the warnings about this hook after a given time. */
async function warningsAt(
  t: TestContext,
  { pluginTimeout, name = 'slow', plugin }: Anything,
  milliseconds: readonly number[]
) {
  const wind = holdClock(t, 'setTimeout')
  const warnings: string[] = []
  const note = (warning: Error & { code?: string }) => void warnings.push(`${warning.code} ${warning.message}`)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  const { app } = createApp({ pluginTimeout })
  let finish: (() => void) | undefined
  const hook = () =>
    new Promise<void>((resolve) => {
      finish = resolve
    })
  Object.defineProperty(hook, 'name', { value: name })
  const declare = (context: Anything) => context.addHook('onClose', hook)
  if (plugin === undefined) declare(app)
  else app.register(Object.defineProperty(async (child: Anything) => void declare(child), 'name', { value: plugin }))
  await app.ready()
  const closed = app.close()
  await until(() => finish !== undefined, 'the hook')
  const counts = []
  for (const time of milliseconds) {
    wind(time)
    await new Promise(setImmediate)
    counts.push(warnings.length)
  }
  finish?.()
  await closed
  wind(1_000_000)
  await new Promise(setImmediate)
  assert.equal(warnings.length, counts.at(-1))
  return { counts, warnings }
}

for (const [name, plugin, described] of [
  ['slow', undefined, 'hook "slow"'],
  ['', undefined, 'hook'],
  ['slow', 'shop', 'hook "slow" of \'shop\''],
  ['', 'shop', "hook of 'shop'"]
] as const)
  test(`an onClose hook that exceeds pluginTimeout emits one warning: a ${described}`, async (t) => {
    const { counts, warnings } = await warningsAt(t, { pluginTimeout: 50, name, plugin }, [49, 1, 1000])
    assert.deepEqual(counts, [0, 1, 1])
    const start = `ESPWRN002 close() waits for the 'onClose' ${described}, which has not finished within 50 ms.`
    assert.ok(warnings[0]?.startsWith(start), warnings[0])
  })

test('a slow onClose hook emits no warning with pluginTimeout: 0', async (t) => {
  const { counts } = await warningsAt(t, { pluginTimeout: 0 }, [1, 1_000_000])
  assert.deepEqual(counts, [0, 0])
})

test('an onClose hook within pluginTimeout emits no warning', async (t) => {
  const { counts } = await warningsAt(t, { pluginTimeout: 50 }, [49])
  assert.deepEqual(counts, [0])
})
