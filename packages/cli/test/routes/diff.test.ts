import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExplainedRoute, ExplainedStep } from 'espalier'
import fc from 'fast-check'
import { diffOf, titleOf } from '../../src/routes/diff.ts'

const stepOf = (name: string): ExplainedStep => ({
  ...{ stage: 'onRequest', kind: 'hook', name, context: 'app', place: null },
  ...{ when: null, adds: 'unknown', answers: 'unknown' }
})

const routeOf = (url: string, ...names: string[]): ExplainedRoute => ({
  ...{ name: `GET ${url}`, context: 'app', place: null, methods: ['GET'], url, constraints: {} },
  ...{ limits: [], exchange: { reader: 'lane', obstacles: [], objects: [] } },
  ...{ contexts: ['app'], node: 0, security: [], steps: names.map(stepOf) }
})

test('a function removed from several routes is one change with their names', () => {
  const before = ['/a', '/b', '/c'].map((url) => routeOf(url, 'requireUser', 'audit'))
  const after = [routeOf('/a', 'audit'), routeOf('/b', 'audit'), routeOf('/c', 'requireUser', 'audit')]
  assert.deepEqual(diffOf(before, after), {
    added: [],
    removed: [],
    changes: [{ does: 'removes', stage: 'onRequest', kind: 'hook', name: 'requireUser', routes: ['GET /a', 'GET /b'] }]
  })
})

test('routes with other constraints are different, and a route with two methods equals two routes', () => {
  const versioned = { ...routeOf('/a'), constraints: { version: '2.x' } }
  const diff = diffOf([routeOf('/a')], [versioned])
  assert.deepEqual([diff.added.map(titleOf), diff.removed.map(titleOf)], [['GET /a with version 2.x'], ['GET /a']])
  const both = { ...routeOf('/a'), methods: ['GET', 'POST'] }
  assert.deepEqual(diffOf([both], [routeOf('/a'), { ...routeOf('/a'), methods: ['POST'] }]), {
    ...{ added: [], removed: [], changes: [] }
  })
})

test('reordered functions are moves, and a changed line is no change', () => {
  const before = [routeOf('/a', 'one', 'two', 'three')]
  const moved = diffOf(before, [routeOf('/a', 'two', 'one', 'three')]).changes
  assert.deepEqual(
    moved.map(({ does, name }) => [does, name]),
    [
      ['moves', 'one'],
      ['moves', 'two']
    ]
  )
  const elsewhere = before.map((route) => ({
    ...route,
    steps: route.steps.map((step) => ({ ...step, place: { file: 'a.ts', line: 7, column: 1 } }))
  }))
  assert.deepEqual(diffOf(before, elsewhere).changes, [])
  const [unnamed, below] = [routeOf('/a', 'guard at auth.ts:12'), routeOf('/a', 'guard at auth.ts:15')]
  assert.deepEqual(diffOf([unnamed], [below]).changes, [])
  assert.deepEqual(diffOf([unnamed], [routeOf('/a')]).changes[0]?.name, 'guard at auth.ts')
})

const countsOf = (names: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

test('the added and removed functions of a difference turn one version into the other', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
  const property = fc.property(names, names, (before, after) => {
    const { changes } = diffOf([routeOf('/', ...before)], [routeOf('/', ...after)])
    const counts = countsOf(before)
    for (const { does, name, routes } of changes)
      for (const _ of does === 'moves' ? [] : routes)
        counts.set(name, (counts.get(name) ?? 0) + (does === 'adds' ? 1 : -1))
    const left = [...counts].filter(([, count]) => count !== 0).sort()
    assert.deepEqual(left, [...countsOf(after)].sort())
    const isSame = before.join() === after.join()
    assert.equal(changes.length === 0, isSame)
  })
  fc.assert(property, { numRuns: 300 })
})
