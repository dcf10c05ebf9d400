// Writes .astro/exports.md: every export of every entry point with its doc comment, as the declarations in dist have it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { read, root } from '../src/page/list.mjs'
import { describe } from './describe.mjs'

const { exports } = JSON.parse(read('package.json'))
/** Modules for those that the framework writes, and the types of Fastify, which have pages of their own there. */
const left = new Set(['./compiled', './fastify-types', './package.json'])
const entries = Object.entries(exports)
  .filter(([name]) => !left.has(name))
  .map(([name, { types }]) => ({ name: `espalier${name.slice(1)}`, file: fileURLToPath(new URL(types, root)) }))

const program = ts.createProgram(
  entries.map(({ file }) => file),
  { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, strict: true, skipLibCheck: true, types: ['node'] }
)
const checker = program.getTypeChecker()
/** An export of several entry points is described once. */
const described = new Set()

/** 1 for a type, 0 for a value. Values come first. */
const isType = (symbol) => Number((targetOf(symbol).flags & ts.SymbolFlags.Value) === 0)

const targetOf = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

const chapters = entries.map(({ name, file }) => {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file))
  const symbols = checker
    .getExportsOfModule(module)
    .filter((one) => /^[A-Za-z]\w*$/.test(one.name) && one.name !== 'default')
  const sections = symbols
    .toSorted((one, other) => isType(one) - isType(other) || one.name.localeCompare(other.name))
    .map((symbol) => describe(symbol, checker))
    .filter(({ key }) => !described.has(key) && described.add(key))
  return `## ${name}\n\n${sections.map(({ text }) => text).join('\n')}`
})

mkdirSync('.astro', { recursive: true })
const intro =
  'For those who look up a name. After it you know its declaration, and what its doc comment says; editors show the same.'
writeFileSync('.astro/exports.md', `# Every export\n\n${intro}\n\n${chapters.join('\n')}`)
