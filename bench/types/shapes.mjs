// Measures what the types of an application cost the compiler in each shape that applications have: instantiations ÷ floor,
// which is the same schemas with TypeBox's `Static` and no framework.
//
//   node bench/types/shapes.mjs             # 500 routes, TypeScript 5.9 and 7; build first, dist is measured
//   node bench/types/shapes.mjs --check     # the same, and fails when the budget `shapes` of budget.json is exceeded
//   node bench/types/shapes.mjs --typescript 7 --routes 100 groups
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compile, versions as everyVersion } from './compile.mjs'
import { floor, shapes } from './shape.mjs'

const routesEach = 10
const work = join(import.meta.dirname, '.build')
const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    routes: { type: 'string', default: '500' },
    typescript: { type: 'string', default: everyVersion.join(',') }
  }
})
const routes = Number(options.routes)
if (!(routes > 0 && routes % routesEach === 0)) throw new Error('--routes takes a multiple of 10')
const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')).shapes

const chosen = shapes.filter(({ name }) => only.length === 0 || only.includes(name))
const rows = []
for (const typescript of options.typescript.split(',')) {
  const least = measure(floor, typescript)
  for (const shape of chosen) {
    const { instantiations, types, check, megabytes } = measure(shape, typescript)
    const ratio = Number((instantiations / least.instantiations).toFixed(3))
    rows.push({
      shape: shape.name,
      typescript,
      '÷ floor': ratio,
      instantiations,
      types,
      'check, s': check,
      'memory, MB': megabytes
    })
  }
}
console.table(rows)

if (options.check) {
  for (const { shape, typescript, '÷ floor': ratio } of rows) {
    const most = budget[shape][typescript]
    if (ratio <= most) continue
    console.error(`${shape}: ${ratio} of the floor's instantiations on TypeScript ${typescript}, the budget is ${most}`)
    process.exitCode = 1
  }
}

function measure(shape, typescript) {
  const folder = join(work, `shape-${shape.name}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const names = Array.from({ length: routes / routesEach }, (_, index) => `things${index}`)
  const modules = names.map((name, index) => {
    const numbers = Array.from({ length: routesEach }, (_, offset) => index * routesEach + offset)
    return shape.toModules(name, numbers)
  })
  for (const [name, text] of Object.entries(Object.assign({}, shape.shared, ...modules))) {
    writeFileSync(join(folder, `${name}.ts`), text)
  }
  writeFileSync(join(folder, 'main.ts'), shape.toMain(names))
  return compile(folder, typescript)
}
