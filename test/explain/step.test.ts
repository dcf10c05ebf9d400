/** `ESPALIER_EXPLAIN_TREES=10000` checks 10,000 random applications and prints figures. */
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../fuzz/budget.ts'
import { carriers } from './law/carrier.ts'
import { checkProgram, noFigures } from './law/law.ts'
import { randomProgram } from './law/program.ts'

process.on('warning', () => {})

const trees = Number(process.env.ESPALIER_EXPLAIN_TREES ?? 0)
const runs = { auto: 30, stock: 30, inject: 150, fetch: 150 } as const

for (const name of ['auto', 'stock', 'inject', 'fetch'] as const) {
  test(`random requests run exactly the steps of their explanation in order: ${name}`, async (t) => {
    const figures = noFigures()
    const property = fc.asyncProperty(randomProgram, (body) => checkProgram(body, carriers[name], figures))
    await fc.assert(property, trees > 0 ? { numRuns: trees } : budget(runs[name]))
    t.diagnostic(JSON.stringify(figures))
  })
}
