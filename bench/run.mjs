// `npm run bench`: compares espalier with its neighbours and holds it to its budget. See docs/benchmarks.md for the method.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackages, install, isStale, orExit, root } from '../scripts/project.mjs'
import { judge } from './budget.mjs'
import { toChart } from './chart.mjs'
import { toGrowthChart } from './growth-chart.mjs'
import { findNode } from './node-binary.mjs'
import { parseOptions, usage } from './option.mjs'
import { kindOf, toPlan } from './plan.mjs'
import { toMarkdown } from './report.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const options = readOptions()
const kind = kindOf(options)
const store = join(root, '.cache/bench', kind)

if (!options.isReport) await measureAll()
const runs = readResults()
publish(runs)
if (options.isChecked && !isWithinBudget(runs)) process.exitCode = 1

function readOptions() {
  try {
    const read = parseOptions(process.argv.slice(2))
    if (!read.isHelp) return read
    console.log(usage)
    process.exit(0)
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

async function measureAll() {
  await install()
  // The frameworks to compare with.
  await install('bench')
  if (isStale('dist/src/index.js', ['src', 'types'])) await orExit(buildPackages())
  mkdirSync(store, { recursive: true })
  for (const major of options.nodes) {
    const node = findNode(major)
    const output = join(store, `node-${major}.json`)
    const { status } = spawnSync(node, [join(here, 'measure.mjs'), JSON.stringify(toPlan(options)), output], {
      stdio: 'inherit'
    })
    if (status !== 0) process.exit(1)
  }
}

function readResults() {
  const files = readdirSync(store).filter((file) => file.endsWith('.json'))
  const all = files.map((file) => JSON.parse(readFileSync(join(store, file), 'utf8')))
  const shown = kind === 'full' ? all : all.filter(({ machine }) => options.nodes.includes(machine.major))
  return shown.sort((a, b) => a.machine.major - b.machine.major)
}

/** A full run becomes the documentation; any other stays among the caches. */
function publish(runs) {
  const [folder, charts] = kind === 'full' ? [join(root, 'docs'), here] : [store, store]
  // The package has no room for pictures: they stay in the repository.
  const text = kind === 'full' ? toMarkdown(runs) : toMarkdown(runs).replaceAll('../bench/', '')
  const shown = runs.at(-1)
  writeFileSync(join(folder, 'benchmarks.md'), text)
  writeFileSync(join(charts, 'benchmarks.svg'), toChart(shown))
  writeFileSync(join(charts, 'benchmarks-growth.svg'), toGrowthChart(shown))
  console.log(text)
  console.log(`written to ${join(folder, 'benchmarks.md')}`)
}

function isWithinBudget(runs) {
  const measured = runs.filter(({ machine }) => options.nodes.includes(machine.major))
  return measured.length > 0 && measured.every((results) => judge(results).every(({ passes }) => passes))
}
