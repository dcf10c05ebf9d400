// Compares the lists of names with the installed Fastify. UPDATE=1 writes the lists.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { test } from 'node:test'
import ts from '@tsd/typescript'
import Fastify, { errorCodes, fastify, LogController } from 'espalier/fastify-types'
import installed from 'fastify'
import { consumerOptions } from '../consumer-options.ts'

const require = createRequire(import.meta.url)
const source = 'src/plugin/fastify-types.ts'
const [entryFile, fastifyFile] = [
  resolve('dist/src/plugin/fastify-types.d.ts'),
  resolve('node_modules/fastify/fastify.d.ts')
]
const program = ts.createProgram([entryFile, fastifyFile], { ...consumerOptions, noEmit: true })
const checker = program.getTypeChecker()
const moduleOf = (file: string) =>
  checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol
const exportsOf = (file: string) => checker.getExportsOfModule(moduleOf(file))

function targetOf(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

const namesOf = (file: string) =>
  exportsOf(file)
    .map(({ name }) => name)
    .sort()

/** The class `LogController` is written by hand, because it is also a value. */
const listed = exportsOf(fastifyFile)
  .filter((symbol) => (targetOf(symbol).flags & ts.SymbolFlags.Type) !== 0)
  .map(({ name }) => name)
  .filter((name) => name !== 'LogController')
  .sort((one, other) => one.toLowerCase().localeCompare(other.toLowerCase(), 'en') || (one < other ? -1 : 1))

function toLines(names: readonly string[], indent: string): string {
  const lines = [indent]
  for (const [index, name] of names.entries()) {
    const word = index < names.length - 1 ? `${name}, ` : name
    if ((lines.at(-1) ?? '').length + word.length > 150) lines.push(indent)
    lines.push(`${lines.pop()}${word}`)
  }
  return lines.map((line) => line.trimEnd()).join('\n')
}

test('the lists of the entry match the types of the installed Fastify', () => {
  assert.ok(listed.length > 90)
  const text = readFileSync(source, 'utf8')
  const lists = /(a list that a test writes\n( *)(?:import|export) type \{\n)[^}]*?(\n *\})/g
  const right = text.replace(lists, (_, start, indent, end) => `${start}${toLines(listed, `${indent}  `)}${end}`)
  if (process.env.UPDATE) writeFileSync(source, right)
  assert.equal(text.match(lists)?.length, 3)
  assert.equal(text, right, 'UPDATE=1 writes them')
})

test('the entry exports the names of Fastify and EspalierOptions, and nothing else', () => {
  const expected = [...namesOf(fastifyFile), 'EspalierOptions', 'module.exports'].sort()
  assert.deepEqual(namesOf(entryFile), expected)
  for (const symbol of exportsOf(fastifyFile)) {
    const ours = exportsOf(entryFile).find(({ name }) => name === symbol.name) as ts.Symbol
    const isType = (targetOf(symbol).flags & ts.SymbolFlags.Type) !== 0
    if (isType && symbol.name !== 'LogController') assert.equal(targetOf(ours), targetOf(symbol), symbol.name)
  }
})

/** Returns the overloads of a factory: type parameters, options as written, and results. */
function signaturesOf(file: string) {
  const factory = exportsOf(file).find(({ name }) => name === 'fastify') as ts.Symbol
  const signatures = checker.getTypeOfSymbol(targetOf(factory)).getCallSignatures()
  return signatures.map((signature) => {
    const [options] = signature.getParameters()
    const declared = options?.valueDeclaration as ts.ParameterDeclaration
    const constraints = signature.getTypeParameters()?.map((parameter) => parameter.getConstraint())
    return {
      options: declared.type?.getText().replace('fastify.', ''),
      isOptional: declared.questionToken !== undefined,
      constraints: constraints?.map((constraint) => constraint && checker.typeToString(constraint)),
      result: checker.typeToString(signature.getReturnType(), undefined, ts.TypeFormatFlags.NoTruncation)
    }
  })
}

test('the factory has each overload of Fastify, with the options of espalier added', () => {
  const theirs = signaturesOf(fastifyFile)
  assert.equal(theirs.length, 4)
  const expected = theirs.map(({ options, ...rest }) => ({ options: `${options} & EspalierOptions`, ...rest }))
  assert.deepEqual(signaturesOf(entryFile), expected)
})

test('default, named and required exports are the same factory', () => {
  assert.equal(Fastify, fastify)
  assert.equal(require('espalier/fastify-types'), fastify)
  assert.equal(Fastify.fastify, fastify)
  assert.equal(Fastify.default, fastify)
  assert.equal(Fastify.errorCodes, errorCodes)
  assert.equal(Fastify.LogController, LogController)
})

test('every exported value and error code of Fastify exists', () => {
  const values: Record<string, unknown> = { ...Fastify }
  for (const name of Object.keys(installed)) assert.ok(name in values, name)
  for (const code of Object.keys(installed.errorCodes)) assert.ok(code in errorCodes, code)
})

test('the factory makes espalier apps that take the options of both', async () => {
  const app = fastify({ compat: 'fastify', exposeErrors: false, bodyLimit: 5 })
  app.post('/', async ({ body }) => ({ body }))
  app.get('/', async () => {
    throw new Error('secret')
  })
  assert.equal((await app.inject({ method: 'POST', url: '/', body: { a: 'long' } })).statusCode, 413)
  assert.doesNotMatch((await app.inject('/')).body, /secret/)
  assert.equal(app.hasDecorator('derive'), false)
  assert.equal(typeof (app as unknown as { derive: unknown }).derive, 'function')
  await app.close()
})

test('the factory can be called with new', async () => {
  const make = fastify as unknown as new () => ReturnType<typeof fastify>
  const app = new make()
  app.get('/', async () => 'made')
  assert.equal((await app.inject('/')).body, 'made')
  await app.close()
})

test('the factory throws for a wrong option', () => {
  const options: object = { bodyLimit: 'small' }
  assert.throws(() => fastify(options), { code: 'FST_ERR_INIT_OPTS_INVALID' })
})
