/** The law of absences, asked of random applications: a hook that is absent runs once it is declared where its sentence says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { espalier, plugin, shared } from '../../src/index.ts'
import type { Explanation } from '../../types/explain.ts'
import { budget } from '../fuzz/budget.ts'
import { createApp } from '../security/wild.ts'
import { randomProgram, requestsOf, type Statement, withApp } from './random-app.ts'

// Settings that come too late for a route.
process.on('warning', () => {})

/** The statements of a context, where one was moved into another context, at its beginning. */
function moved(body: readonly Statement[], name: string, into: string): Statement[] {
  const found: Statement[] = []
  const without = (from: readonly Statement[]): Statement[] =>
    from.flatMap((statement): Statement[] => {
      if (statement.name === name) {
        found.push(statement)
        return []
      }
      return statement.is === 'plugin' ? [{ ...statement, body: without(statement.body) }] : [statement]
    })
  const rest = without(body)
  const place = (to: readonly Statement[]): Statement[] =>
    to.map((statement) => {
      if (statement.is !== 'plugin') return statement
      return { ...statement, body: [...(statement.name === into ? found : []), ...place(statement.body)] }
    })
  return [...(into === 'app' ? found : []), ...place(rest)]
}

const hasHook = ({ steps }: Explanation, name: string) => steps.some((step) => step.name === name)

test('a hook that is absent runs where it is declared as the sentence says, for the route and for the routes that it names', async () => {
  const property = fc.asyncProperty(randomProgram, fc.nat(), fc.nat(), async (body, pickRoute, pickAbsence) => {
    const routes = requestsOf(body).filter(({ path }) => !path.endsWith('/nowhere'))
    const asked = routes[pickRoute % Math.max(1, routes.length)]
    if (asked === undefined) return
    const before = new Map<string, Explanation>()
    await withApp(body, async (app) => {
      for (const route of routes) before.set(`${route.method} ${route.path}`, await app.explain(route))
    })
    const absences = before.get(`${asked.method} ${asked.path}`)?.absent.filter(({ kind }) => kind === 'hook') ?? []
    const absence = absences[pickAbsence % Math.max(1, absences.length)]
    if (absence === undefined || absence.into === null) return
    const reached: string[] = []
    await withApp(moved(body, absence.name, absence.into), async (app) => {
      for (const route of routes) {
        const title = `${route.method} ${route.path}`
        const after: Explanation = await app.explain(route)
        const has = hasHook(after, absence.name)
        if (has && !hasHook(before.get(title) as Explanation, absence.name)) reached.push(title)
      }
    })
    assert.deepEqual(reached.toSorted(), [`${asked.method} ${asked.path}`, ...absence.touches].toSorted())
  })
  await fc.assert(property, budget(300))
})

test('an error handler that was set below the route is absent, with the option that brings it', async () => {
  const { app } = createApp({}, 'silent')
  app.get('/', () => 'home')
  await app.after()
  app.setErrorHandler(function late() {})
  const { absent }: Explanation = await app.explain({ path: '/' })
  const change = 'Set it above the route, or pass { lateSettings: true }.'
  assert.deepEqual(
    absent.map(({ name, into, change }) => [name, into, change]),
    [['late', null, change]]
  )
  assert.match(absent[0]?.why ?? '', /^'late' \(absence\.test\.js:\d+\) was set when the route had been declared\.$/)
  await app.close()
})

test('a plugin that is absent brings its hooks where it is shared, to the route and to those that its sentence names', async () => {
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
