/** `ESPALIER_EXPLAIN_TREES=10000` checks 10,000 random applications and prints figures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { espalier, plugin, shared } from '../../src/index.ts'
import type { Explanation } from '../../types/explain.ts'
import { budget } from '../fuzz/budget.ts'
import { createApp } from '../security/wild.ts'
import { checkAbsences } from './law/absence.ts'
import { randomProgram } from './law/program.ts'

process.on('warning', () => {})

const trees = Number(process.env.ESPALIER_EXPLAIN_TREES ?? 0)
const hasHook = ({ steps }: Explanation, name: string) => steps.some((step) => step.name === name)

test('declarations that do not apply to a route are absent, and the named change applies them to the named routes', async (t) => {
  const figures = { trees: 0, absences: 0, changes: 0 }
  const property = fc.asyncProperty(randomProgram, fc.nat(), (body, pick) => checkAbsences(body, pick, 3, figures))
  await fc.assert(property, trees > 0 ? { numRuns: trees } : budget(150))
  t.diagnostic(JSON.stringify(figures))
})

test('an error handler that is set after the route is absent, with the option that applies it', async () => {
  const { app } = createApp({}, 'silent')
  app.get('/', () => 'home')
  await app.after()
  app.setErrorHandler(function late() {})
  const { absent }: Explanation = await app.explain({ path: '/' })
  const change = "Set it first in 'app', or pass { lateSettings: true }."
  assert.deepEqual(
    absent.map(({ name, into, change }) => [name, into, change]),
    [['late', null, change]]
  )
  assert.match(absent[0]?.why ?? '', /^'late' \(absence\.test\.js:\d+\) was set when the route had been declared\.$/)
  await app.close()
})

test('an absent plugin applies its hooks when it is shared, to the route and to the named ones', async () => {
  const explainBoth = async (isShared: boolean) => {
    const app = espalier()
    const setup = (child: { addHook(name: string, fn: unknown): unknown }) =>
      child.addHook('onRequest', async function audit() {})
    const given = { name: 'auditing', setup } as never
    app.register((isShared ? shared(given) : plugin(given)) as never)
    app.get('/a', async () => 'ok')
    app.register(async (child) => {
      child.get('/b', async () => 'ok')
    })
    const explained = await Promise.all(['/a', '/b'].map((path) => app.explain({ path })))
    await app.close()
    return explained
  }
  const [before] = await explainBoth(false)
  const absence = before?.absent.find(({ kind }) => kind === 'plugin' && before.absent.length > 0)
  assert.deepEqual([absence?.name, absence?.into, absence?.touches], ['auditing', 'app', ['GET /b']])
  for (const explained of await explainBoth(true)) assert.ok(hasHook(explained, 'audit'))
})
