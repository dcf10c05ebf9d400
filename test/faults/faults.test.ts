/**
 * Every stage at which a user's function runs, times every fault of such a function: the client gets exactly one response or a closed
 * connection, the log gets the cause, and the app continues. An uncaught exception or unhandled rejection fails the file.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fault, faults } from './fault.ts'
import { findProblems } from './find-problems.ts'
import { type Stage, stages } from './stage.ts'

function fits({ kind, style }: Fault, stage: Stage): boolean {
  if (style !== undefined && style !== stage.style) return false
  return stage.faults === undefined || stage.faults.includes(kind)
}

for (const stage of stages) {
  test(`each fault of ${stage.name} in ${stage.style} style ends its request, and the next is served`, async (t) => {
    const fitting = faults.filter((fault) => fits(fault, stage))
    assert.deepEqual(await findProblems(t, stage, fitting), [])
  })
}
