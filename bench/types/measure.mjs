// Measures what espalier's types cost the compiler: instantiations per route (the slope between two sizes, so that what a
// program pays once does not count), beside the floor, which is the same schemas with TypeBox's `Static` and no framework.
//
//   node bench/types/measure.mjs             # 100 and 300 routes, TypeScript 5.9 and 7
//   node bench/types/measure.mjs --check     # the same, and fails when a budget of budget.json is exceeded
//   node bench/types/measure.mjs --typescript 7 routes tree
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compile, versions as everyVersion } from './compile.mjs'
import { chain, floor, plugins, routes, tree } from './programs.mjs'

const root = resolve(import.meta.dirname, '../..')
const work = join(root, '.build/type-measure')

function measure(name, source, version) {
  const folder = join(work, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'program.ts'), source)
  return compile(folder, version)
}

function slope(name, make, version, [small, large]) {
  const few = measure(`${name}-${small}`, make(small), version)
  const many = measure(`${name}-${large}`, make(large), version)
  return {
    program: name,
    typescript: version,
    'instantiations each': Math.round((many.instantiations - few.instantiations) / (large - small)),
    'types each': Math.round((many.types - few.types) / (large - small)),
    'instantiations in all': many.instantiations,
    'check, s': many.check
  }
}

rmSync(work, { recursive: true, force: true })
const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    typescript: { type: 'string', default: everyVersion.join(',') }
  }
})
const versions = options.typescript.split(',')
const programs = {
  floor: [floor, [100, 300]],
  routes: [routes, [100, 300]],
  plugins: [plugins, [100, 200]],
  chain: [chain, [150, 300]],
  tree: [tree, [15, 30]]
}
const rows = []
for (const [name, [make, sizes]] of Object.entries(programs)) {
  if (only.length > 0 && !only.includes(name)) continue
  for (const version of versions) rows.push(slope(name, make, version, sizes))
}
console.table(rows)

if (options.check) {
  const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8'))
  for (const { program, typescript, 'instantiations each': cost } of rows) {
    const budget = budgets[program]?.[typescript]
    if (cost <= budget || budget === undefined) continue
    console.error(`${program}: ${cost} instantiations each on TypeScript ${typescript}, the budget is ${budget}`)
    process.exitCode = 1
  }
}
