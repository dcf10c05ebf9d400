// Compares what the same application's types cost the compiler in espalier, in other frameworks, and without any.
//
//   node bench/types/compare.mjs                                    # writes docs/type-cost.md; build first, dist is measured
//   node bench/types/compare.mjs --routes 50,200,500,1000 --typescript 5.9 --check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compile, root, versions } from './compile.mjs'
import { measureCompletions } from './completion.mjs'
import { contenders } from './contenders.mjs'
import { toDocument } from './document.mjs'
import { measureAnswers } from './language-server.mjs'

const routesEach = 10
const completionSize = 500
const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')).compare

const { values: options } = parseArgs({
  options: {
    routes: { type: 'string', default: '50,200,500,1000' },
    typescript: { type: 'string', default: versions.join(',') },
    check: { type: 'boolean', default: false }
  }
})
const sizes = options.routes.split(',').map(Number)
const compilers = options.typescript.split(',')
if (sizes.some((size) => !(size > 0 && size % routesEach === 0))) throw new Error('--routes takes multiples of 10')
if (compilers.some((version) => !versions.includes(version))) throw new Error(`--typescript takes ${versions}`)

const work = join(import.meta.dirname, '.build')
rmSync(work, { recursive: true, force: true })
const rows = []
const failures = []
const projects = []
for (const contender of contenders) {
  try {
    for (const size of sizes) rows.push(...measure(contender, size))
  } catch (error) {
    failures.push(`${contender.name}: ${error.message}`)
  }
}
const completions = await measureCompletion()
const verdicts = judge()
const document = toDocument({ rows, completions, verdicts, failures, names: contenders.map(({ name }) => name) })
writeFileSync(join(root, 'docs/type-cost.md'), document)
console.log(document)
if (options.check && verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1

function measure(contender, size) {
  const folder = join(work, `${contender.name.toLowerCase()}-${size}`)
  generate(contender, size, folder)
  const measured = compilers.map((typescript) => {
    const row = { name: contender.name, size, typescript, ...compile(folder, typescript) }
    console.error(JSON.stringify(row))
    return row
  })
  if (size === completionSize) {
    projects.push({ name: contender.name, folder, file: `things${size / routesEach - 1}.ts`, route: size - 1 })
  }
  return measured
}

async function measureCompletion() {
  const answers = await measureAnswers(projects)
  return [...measureCompletions(projects)].map(([name, cost]) => ({ name, ...cost, answer: answers.get(name) }))
}

function generate(contender, size, folder) {
  mkdirSync(folder, { recursive: true })
  const modules = size / routesEach
  for (let index = 0; index < modules; index++) {
    const numbers = Array.from({ length: routesEach }, (_, offset) => index * routesEach + offset)
    writeFileSync(join(folder, `things${index}.ts`), contender.toModule(`things${index}`, numbers))
  }
  writeFileSync(join(folder, 'main.ts'), contender.toMain(modules))
}

/** The lines of the budget, those whose sizes or compiler were not measured counting as missed. */
function judge() {
  const count = (name, size, typescript) =>
    rows.find((row) => row.name === name && row.size === size && row.typescript === typescript)?.instantiations
  const slope = (few, many) => (count('espalier', many, '5.9') - count('espalier', few, '5.9')) / (many - few)
  const lines = compilers.map((typescript) => ({
    line: `instantiations ÷ floor, 500 routes, TypeScript ${typescript}`,
    most: budget.floor,
    measured: count('espalier', 500, typescript) / count('floor', 500, typescript)
  }))
  lines.push(
    { line: 'instantiations for each further route, TypeScript 5.9', most: budget.slope, measured: slope(50, 1000) },
    {
      line: 'slope from 500 to 1000 ÷ slope from 50 to 200',
      most: budget.growth,
      measured: slope(500, 1000) / slope(50, 200)
    },
    {
      line: 'instantiations of a completion, TypeScript 5.9',
      most: budget.completion,
      measured: completions.find(({ name }) => name === 'espalier')?.instantiations
    }
  )
  return lines.map((line) => ({ ...line, isMet: line.measured <= line.most }))
}
