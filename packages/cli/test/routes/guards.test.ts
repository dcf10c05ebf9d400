import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExplainedRoute, ExplainedStep } from 'espalier'
import { guardsOf, unguardedOf } from '../../src/routes/guards.ts'

const stepOf = (name: string, kind: ExplainedStep['kind'], stage: ExplainedStep['stage']): ExplainedStep => ({
  ...{ stage, kind, name, context: 'app', place: null, when: null, adds: 'unknown', answers: 'unknown' }
})

const routeOf = (url: string, more: Partial<ExplainedRoute> = {}): ExplainedRoute => ({
  ...{ name: `GET ${url}`, context: 'app', place: null, methods: ['GET'], url, constraints: {} },
  ...{ limits: [], exchange: { reader: 'lane', obstacles: [], objects: [] } },
  ...{ contexts: ['app'], node: 0, security: [], steps: [], ...more }
})

const guarded = routeOf('/guarded', { steps: [stepOf('requireUser', 'guard', 'onRequest')] })
const documented = routeOf('/documented', { security: ['bearer'] })
const hooked = routeOf('/hooked', { steps: [stepOf('auth', 'hook', 'preHandler')] })
const late = routeOf('/late', { steps: [stepOf('auth', 'hook', 'onSend')] })
const open = routeOf('/open')
const all = [guarded, documented, hooked, late, open]

const urlsOf = (routes: readonly ExplainedRoute[]) => routes.map(({ url }) => url)

test('a route is guarded by a guard or by documented security, and not by a plain hook', () => {
  assert.deepEqual(urlsOf(unguardedOf(all, [], []).open), ['/hooked', '/late', '/open'])
  assert.deepEqual([guarded, documented].map(guardsOf), [['requireUser'], ['security bearer']])
})

test('a hook counts as a guard only before the handler', () => {
  const { open: left, counted } = unguardedOf(all, ['auth'], [])
  assert.deepEqual([urlsOf(left), counted], [['/late', '/open'], { auth: 1 }])
})

test('a route may be allowed by its name or by all of its methods', () => {
  const both = { ...routeOf('/both'), methods: ['GET', 'POST'], name: 'GET,POST /both' }
  const leftOf = (...allowed: string[]) => urlsOf(unguardedOf([both], [], allowed).open)
  assert.deepEqual(leftOf('GET,POST /both'), [])
  assert.deepEqual(leftOf('GET /both', 'POST /both'), [])
  assert.deepEqual(leftOf('GET /both'), ['/both'])
})

test('an unknown hook or route name is refused with the nearest name', () => {
  assert.throws(() => unguardedOf(all, ['aut'], []), /The application has no hook 'aut'\. Did you mean 'auth'\?$/)
  assert.throws(() => unguardedOf(all, [], ['GET /opn']), /has no route 'GET \/opn'\. Did you mean 'GET \/open'\?$/)
})
