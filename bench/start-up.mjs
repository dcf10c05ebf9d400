// Rows 10 to 10b: what it costs to start an application of many routes, and the memory it then holds, each time in a fresh process.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runOnServerCore } from './process.mjs'
import { compareRounds, median } from './statistic.mjs'
import { takeTurns } from './turn.mjs'

const cases = [
  { id: 'fastify', row: '10', module: 'fastify', kind: 'schemas', title: 'Fastify, own schemas' },
  {
    id: 'boot',
    row: '10',
    module: 'espalier',
    kind: 'schemas',
    title: 'espalier, own schemas, compiled at boot',
    options: { compile: 'boot' }
  },
  {
    id: 'lazy',
    row: '10l',
    module: 'espalier',
    kind: 'schemas',
    title: 'espalier, own schemas, compiled at first use',
    options: { compile: 'lazy' }
  },
  {
    id: 'ahead',
    row: '10a',
    module: 'espalier',
    kind: 'schemas',
    title: 'espalier, own schemas, compiled ahead of time',
    isAhead: true
  },
  { id: 'fastify-plain', row: '10b', module: 'fastify', kind: 'plain', title: 'Fastify, no schemas' },
  { id: 'plain', row: '10b', module: 'espalier', kind: 'plain', title: 'espalier, no schemas' }
]
const beside = { boot: 'fastify', lazy: 'fastify', ahead: 'fastify', plain: 'fastify-plain' }

export async function measureStartUp({ routes, turns }) {
  const compiled = compileAhead(routes)
  const runs = await takeTurns(cases, turns, ({ module, kind, options = {}, isAhead = false }) =>
    runOnServerCore('start-up-process.mjs', [
      ...[module, String(routes), kind, JSON.stringify(options)],
      ...(isAhead ? [compiled] : [])
    ])
  )
  // Each process is fresh, so each turn is a round of its own.
  const roundsOf = (step) =>
    Array.from({ length: turns }, (_, turn) =>
      Object.fromEntries(Object.entries(runs).map(([id, costs]) => [id, [costs[turn][step]]]))
    )
  const compare = (id, step) => beside[id] && compareRounds(roundsOf(step), id, beside[id])
  return {
    routes,
    cases: cases.map(({ id, row, title }) => ({
      row,
      title,
      ...Object.fromEntries(
        ['imports', 'boot', 'first', 'heap'].map((step) => [step, median(runs[id].map((run) => run[step]))])
      ),
      toFastify: compare(id, 'boot'),
      heapToFastify: compare(id, 'heap')
    }))
  }
}

/** The module has to stand where the package's own name leads to it. */
function compileAhead(routes) {
  const folder = fileURLToPath(new URL('../.build/bench/', import.meta.url))
  const [command, application] = ['../dist/src/command.js', 'start-up-application.mjs'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url))
  )
  mkdirSync(folder, { recursive: true })
  const module = `${folder}start-up-${routes}.mjs`
  const env = { ...process.env, ROUTES: String(routes) }
  execFileSync(process.execPath, [command, 'compile', application, '--out', module], { env, stdio: 'ignore' })
  return module
}
