// Measures what espalier's types cost the compiler: instantiations per route (the slope between two sizes, so that what a
// program pays once does not count), beside the floor, which is the same schemas with TypeBox's `Static` and no framework.
//
//   node bench/types/measure.mjs             # 100 and 300 routes, TypeScript 5.9 and 7
//   node bench/types/measure.mjs --check     # the same, and fails when a budget of budget.json is exceeded
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chain, floor, plugins, routes, tree } from './programs.mjs'

const root = resolve(import.meta.dirname, '../..')
const work = join(root, '.build/type-cost')
const compilers = {
  5.9: join(root, 'node_modules/typescript-5.9/lib/tsc.js'),
  7: join(root, 'node_modules/typescript/bin/tsc')
}

function measure(name, source, version) {
  const folder = join(work, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'program.ts'), source)
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      allowImportingTsExtensions: true,
      rewriteRelativeImportExtensions: false,
      skipLibCheck: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
      declaration: false,
      sourceMap: false,
      incremental: false
    },
    files: ['program.ts']
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const output = run(compilers[version], folder)
  return {
    instantiations: numberAfter(output, 'Instantiations'),
    types: numberAfter(output, 'Types'),
    check: numberAfter(output, 'Check time')
  }
}

function run(compiler, folder) {
  try {
    return execFileSync(process.execPath, [compiler, '-p', folder, '--extendedDiagnostics'], {
      encoding: 'utf8',
      timeout: 120_000
    })
  } catch (error) {
    throw new Error(`the generated program does not compile:\n${String(error.stdout).slice(0, 4000)}`)
  }
}

function numberAfter(output, label) {
  return Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(output)?.[1])
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
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const versions = process.argv.includes('--fast') ? ['5.9'] : Object.keys(compilers)
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

if (process.argv.includes('--check')) {
  const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8'))
  for (const { program, typescript, 'instantiations each': cost } of rows) {
    const budget = budgets[program]?.[typescript]
    if (cost <= budget || budget === undefined) continue
    console.error(`${program}: ${cost} instantiations each on TypeScript ${typescript}, the budget is ${budget}`)
    process.exitCode = 1
  }
}
