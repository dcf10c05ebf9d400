/** Random programs for the tests of `explain`. Every declaration has a unique name. */
import fc from 'fast-check'
import type { Anything } from '../../anything.ts'

export const requestStages = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const
const stages = [
  ...requestStages,
  ...(['onError', 'preSerialization', 'onSend', 'onResponse', 'onTimeout', 'onRequestAbort'] as const)
] as const
export type Stage = (typeof stages)[number]

export type Statement =
  | { readonly is: 'hook' | 'guard' | 'derive' | 'on route'; readonly stage: Stage; readonly name: string }
  | { readonly is: PlainKind; readonly name: string }
  | RouteStatement
  | PluginStatement

const plainKinds = ['error handler', 'decorator', 'schema', 'parser', 'not found', 'bearer', 'sockets'] as const
type PlainKind = (typeof plainKinds)[number]

export interface RouteStatement {
  readonly is: 'route'
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly constraint: 'none' | 'host' | 'version'
  readonly head: boolean
  readonly validates: boolean
  readonly serializes: boolean
  readonly socket: boolean
  readonly own: readonly { readonly is: 'hook' | 'guard'; readonly stage: Stage; readonly name: string }[]
}

export interface PluginStatement {
  readonly is: 'plugin'
  readonly name: string
  readonly shared: boolean
  readonly prefixed: boolean
  readonly late: 'no' | 'waits' | 'after'
  readonly body: readonly Statement[]
}

const anyHook = fc.record({ is: fc.constant('hook'), stage: fc.constantFrom(...stages) })
const anyGuard = fc.record({ is: fc.constant('guard'), stage: fc.constantFrom(...requestStages) })
const route = fc.record({
  is: fc.constant('route'),
  method: fc.constantFrom('GET', 'GET', 'POST', 'PUT'),
  constraint: fc.constantFrom('none', 'none', 'host', 'version'),
  head: fc.boolean(),
  validates: fc.boolean(),
  serializes: fc.boolean(),
  socket: fc.nat(9).map((one) => one === 0),
  own: fc.array(fc.oneof(anyHook, anyGuard), { maxLength: 2 })
})

const { program } = fc.letrec<{ program: readonly Anything[]; statement: Anything }>((tie) => ({
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: anyHook },
    { weight: 2, arbitrary: anyGuard },
    { weight: 1, arbitrary: anyGuard.map((one) => ({ ...one, is: 'derive' })) },
    { weight: 1, arbitrary: anyGuard.map((one) => ({ ...one, is: 'on route' })) },
    { weight: 5, arbitrary: fc.constantFrom(...plainKinds, 'error handler').map((is) => ({ is })) },
    { weight: 5, arbitrary: route },
    {
      weight: 5,
      arbitrary: fc.record({
        is: fc.constant('plugin'),
        shared: fc.boolean(),
        prefixed: fc.boolean(),
        late: fc.constantFrom('no', 'no', 'waits', 'after'),
        body: tie('program')
      })
    }
  ),
  program: fc.array(tie('statement'), { maxLength: 6 })
}))

function named(body: readonly Anything[], state = { next: 0, once: new Set<string>() }): Statement[] {
  return body.flatMap((statement: Anything) => {
    if (statement.is === 'bearer' || statement.is === 'sockets') {
      if (state.once.has(statement.is)) return []
      state.once.add(statement.is)
    }
    return {
      ...statement,
      name: `${statement.is.replace(' ', '_')}${state.next++}`,
      ...(statement.own && { own: statement.own.map((hook: object) => ({ ...hook, name: `own${state.next++}` })) }),
      ...(statement.body && { body: named(statement.body, state) })
    }
  })
}

export const randomProgram: fc.Arbitrary<readonly Statement[]> = program.map((body) => named(body))

export const isOfProgram = (name: string): boolean => /^[a-z_]+\d+$/.test(name)
