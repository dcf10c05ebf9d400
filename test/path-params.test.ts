// The types and the router read the same parameters from a path: on random paths.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import ts from '@tsd/typescript'
import fc from 'fast-check'
import createRouter from 'find-my-way'
import { namesIn } from '../src/contract/path.ts'
import { consumerOptions } from './consumer-options.ts'

const patterns = ['(^\\d+)', '(.*)', '((?:a|b)+)', '(^\\d{2}:\\d{2}$)', '(^a-b$)', '(^a.b$)', '(^\\)$)', '(^a(b(c))$)']
const parameter = fc
  .tuple(fc.constantFrom(':a', ':b', ':c:d', ':é_1'), fc.constantFrom('', '', ...patterns))
  .map((parts) => parts.join(''))
const text = fc.constantFrom('x', 'x-', '.y', '-', '::', 'x::y', 'h')
const segment = fc.array(fc.oneof(parameter, text), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
const path = fc
  .tuple(fc.array(segment, { maxLength: 3 }), fc.constantFrom('', '', '/', '?', '?/', '/*'))
  .map(([segments, end]) => `/${segments.join('/')}${end}`)

/** The parameters of each variant of a path in the router, or `undefined` for a path that the router refuses. */
function listsByRouter(path: string): string[][] | undefined {
  const router = createRouter({ allowUnsafeRegex: true })
  try {
    router.on('GET', path, () => {})
  } catch {
    return undefined
  }
  return (router as unknown as { routes: { params: string[] }[] }).routes.map(({ params }) => params)
}

/** The parameters in the router as text, with `?` behind a parameter that some variant lacks. */
function namesByRouter(path: string): string {
  const lists = listsByRouter(path) ?? []
  const names = [...new Set(lists.flat())]
  return toText(names.map((name) => (lists.every((list) => list.includes(name)) ? name : `${name}?`)))
}

const toText = (names: string[]) => names.sort().join(' ')

/** The names that the types read from each path, with `?` where one is optional. */
function namesByCompiler(paths: readonly string[]): string[] {
  const file = resolve('.build/path-params-program.ts')
  const aliases = paths.map((path, index) => `type P${index} = PathParams<${JSON.stringify(path)}>`)
  const source = `import type { PathParams } from 'espalier'\n${aliases.join('\n')}`
  const options: ts.CompilerOptions = { ...consumerOptions, noEmit: true }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (name, ...rest) =>
    resolve(name) === file
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true)
      : getSourceFile(name, ...rest)
  host.fileExists = (name) => resolve(name) === file || fileExists(name)
  const program = ts.createProgram([file], options, host)
  const checker = program.getTypeChecker()
  const { statements } = program.getSourceFile(file) ?? assert.fail()
  return statements
    .filter(ts.isTypeAliasDeclaration)
    .map(({ name }) => checker.getTypeAtLocation(name).getProperties())
    .map((members) => toText(members.map(({ name, flags }) => (flags & ts.SymbolFlags.Optional ? `${name}?` : name))))
}

const routable = [...new Set(fc.sample(path, { numRuns: 600, seed: 1 }))].filter(
  (path) => listsByRouter(path) !== undefined
)

test('at boot the same parameters are read from a path as by the router', () => {
  for (const path of [...routable, '*', '/x:a?', '/a*b'])
    assert.deepEqual(namesIn(path), new Set(listsByRouter(path)?.flat()), path)
})

test('the types read the same parameters from a path as the router, and the same optional ones', () => {
  assert.ok(routable.length > 100)
  const believed = namesByCompiler(routable)
  const wrong = routable.flatMap((path, index) => {
    const routed = namesByRouter(path)
    return routed === believed[index] ? [] : [`${path}: types ${believed[index]}, router ${routed}`]
  })
  assert.deepEqual(wrong, [])
})
