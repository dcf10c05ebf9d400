// `npm run fleet`: three processes of the help desk behind the nginx of examples/deploy, on a PostgreSQL and a Redis of their own, while processes and servers are restarted, killed
// and held. It ends with the table of docs/scaling.md, and fails where a promise is broken or a program is missing. `--only rolling,kill` chooses, `--seed 1` repeats.
//
// `npm run fleet -- events` is the proof of @espalier/events over HTTP, `log` that of its log alone, and `kills` that of idempotency keys.
import { parseArgs } from 'node:util'
import { buildExamples, orExit } from './project.mjs'

// Children end with this process, which a signal would end without a word.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const others = { events: './fleet/events.mjs', log: './fleet/log.mjs', kills: './fleet/kills.mjs' }
const other = others[process.argv[2]]
if (other !== undefined) {
  process.argv.splice(2, 1)
  await import(other)
} else await runAll()

async function runAll() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seed: { type: 'string', default: `${Date.now() % 1e6}` } }
  })
  await orExit(buildExamples())
  const [{ createWorld }, { experiments }, { runExperiment }, { head, row }] = await Promise.all([
    import('./fleet/world.mjs'),
    import('./fleet/experiments.mjs'),
    import('./fleet/run.mjs'),
    import('./fleet/table.mjs')
  ])
  const wanted = choose(experiments, values.only?.split(','))
  const began = Date.now()
  console.log(`seed ${values.seed}, Node ${process.version}`)
  const world = await createWorld()
  const rows = []
  try {
    for (const experiment of wanted) {
      const started = Date.now()
      const missing = await experiment.missing?.()
      if (missing !== undefined) {
        console.log(`- ${experiment.name}: not run, ${missing}`)
        continue
      }
      const result = await runExperiment(world, experiment, Number(values.seed))
      rows.push(row(experiment, result))
      const isKept = result.broken.length === 0
      if (!isKept) process.exitCode = 1
      const seconds = ((Date.now() - started) / 1000).toFixed(0)
      console.log(
        `${isKept ? '✔' : '✖'} ${experiment.name} ${seconds} s, ${result.peak} MB ${result.failures} ${result.broken.join('; ')}`
      )
      for (const cause of result.causes) console.log(`    ${cause}`)
    }
  } finally {
    await world.close()
  }
  console.log(`\n${[head, ...rows].join('\n')}\n\n${((Date.now() - began) / 60_000).toFixed(1)} minutes`)
}

function choose(experiments, names) {
  if (names === undefined) return experiments
  const known = experiments.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. Experiments: ${known.join(', ')}`)
  return experiments.filter(({ name }) => names.includes(name))
}
