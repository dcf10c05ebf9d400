// docs/exported-types.md has an example of every type that the package exports, or says that only the compiler writes it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import ts from '@tsd/typescript'
import { consumerOptions } from './consumer-options.ts'

const page = readFileSync('docs/exported-types.md', 'utf8')
const [examples = '', rest = ''] = page.split('## What only the compiler writes')
const code = [...examples.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => text).join('\n')
const shown = new Set(code.match(/[\w$]+/g))
const listed = new Set([...page.matchAll(/`([\w$]+)[^`\n]*`/g)].map(([, name]) => name))
const written = new Set([...rest.matchAll(/`(\w+)`/g)].map(([, name]) => name))

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

/** The entry point with Fastify's own types under their names. Fastify documents them. */
const ofFastify = './fastify-types'
const fastifyFile = resolve('node_modules/fastify/fastify.d.ts')

/** The names of all types, without values, that entry points export. */
function exportedTypes(): string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  const files = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [resolve(target.types)]))
  const program = ts.createProgram([...files, fastifyFile], { ...consumerOptions, noEmit: true })
  const checker = program.getTypeChecker()
  const exportsOf = (file: string) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile)
    return module === undefined ? [] : checker.getExportsOfModule(module)
  }
  const entry = exports[ofFastify] as { readonly types: string }
  const theirs = new Set(exportsOf(fastifyFile).map(({ name }) => name))
  const isTheirs = (file: string, name: string) => file === resolve(entry.types) && theirs.has(name)
  const names = files.flatMap((file) =>
    exportsOf(file).filter((symbol) => isType(symbol, checker) && !isTheirs(file, symbol.name))
  )
  return [...new Set(names.map(({ name }) => name))]
}

function isType(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return (flags & ts.SymbolFlags.Type) !== 0 && (flags & ts.SymbolFlags.Value) === 0
}

/** Types of functions that the page only names, because code that passes such a function writes `typeof`. */
const isOfFunction = (name: string) => /Function$|^Espalier$|^TypeBuilder$/.test(name) && listed.has(name)
const isShown = (name: string) => shown.has(name) || written.has(name) || isOfFunction(name)
const named = ['AnyResponse', 'PluginDone'].filter((name) => listed.has(name))

const types = exportedTypes()

test('every exported type has an example, or is listed as written by the compiler only', () => {
  assert.ok(types.length > 120)
  assert.deepEqual(
    types.filter((name) => !isShown(name) && !named.includes(name)),
    []
  )
})

test('docs/exported-types.md lists no type that is not exported', () => {
  assert.deepEqual(
    [...written].filter((name) => !types.includes(name ?? '')),
    []
  )
})

test('a type that docs/exported-types.md lacks is found', () => {
  assert.equal(isShown('Nonsense'), false)
  assert.equal(isShown('Request'), true)
})
