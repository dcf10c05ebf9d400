// `any` never leaks: the exports, and the objects that an app gives to its author, are free of it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { test } from 'node:test'
import ts from '@tsd/typescript'
import { consumerOptions } from './consumer-options.ts'

/** Places where `any` is intended, with the reason. */
const seams: Readonly<Record<string, string>> = {}

const options: ts.CompilerOptions = { ...consumerOptions, exactOptionalPropertyTypes: true, noEmit: true }

const dist = resolve('dist')
const isOurs = ({ fileName }: ts.SourceFile) => resolve(fileName).startsWith(dist)
const isAny = (type: ts.Type) => (type.flags & ts.TypeFlags.Any) !== 0

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

function entryPoints(): string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  return Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [resolve(target.types)]))
}

/** The places in the reachable declarations with a written `any`, or without a type. */
function anysIn(program: ts.Program): string[] {
  const checker = program.getTypeChecker()
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isTyped =
      ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node) && !ts.isTemplateLiteralTypeSpan(node)
    const isUntyped =
      (ts.isParameter(node) || ts.isPropertySignature(node) || ts.isVariableDeclaration(node)) &&
      node.type === undefined
    if ((isTyped && isAny(checker.getTypeFromTypeNode(node))) || (isUntyped && isAny(checker.getTypeAtLocation(node))))
      found.push(nameOf(node))
    ts.forEachChild(node, visit)
  }
  program.getSourceFiles().filter(isOurs).forEach(visit)
  return found
}

/** The file and the declarations around a node: `types/app.d.ts App.inject`. */
function nameOf(node: ts.Node): string {
  const path: string[] = []
  for (let at: ts.Node | undefined = node; at && !ts.isSourceFile(at); at = at.parent) {
    const name = (at as Partial<ts.NamedDeclaration>).name
    if (name && ts.isIdentifier(name)) path.unshift(name.text)
  }
  return `${relative(dist, node.getSourceFile().fileName)} ${path.join('.')}`
}

/** Compiles one module that is in no file. */
function compile(path: string, text: string): ts.Program {
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (name, ...rest) =>
    resolve(name) === path
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true)
      : getSourceFile(name, ...rest)
  host.fileExists = (name) => resolve(name) === path || fileExists(name)
  return ts.createProgram([path], options, host)
}

/** Objects in the hands of users, each as an expression of the program below. */
const held = ['app', 'child', 'request', 'reply', 'raw', 'error', 'answer', 'made', 'loose'] as const

const program = `
import { endpoint, espalier, plugin, shared, Type, value } from 'espalier'
const db = shared({ name: 'db', setup: (app, options: { url: string }) => app.decorate('db', { url: options.url }) })
const app = espalier().decorateRequest('user', value<{ name: string } | null>(null)).register(db, { url: '' })
const look = (...held: unknown[]) => held
app.register(async (child) => look(child))
app.post('/:id', { schema: { body: Type.Object({ a: Type.Integer() }), response: { 200: Type.Object({ b: Type.String() }) } } },
  (request, reply) => { look(request, reply); return { b: '' } })
app.get('/loose', (request) => { const loose = request.body; look(loose) })
app.addHook('onRequest', async (raw) => look(raw))
app.setErrorHandler((error) => look(error))
const made = plugin({ name: 'made', needs: [db], setup: (child) => child.get('/', () => child.db.url) })
const answer = await app.inject(endpoint('GET /', { response: { 200: Type.Object({ c: Type.String() }) } }))
look(app, made, answer)
`

/** The members of a type, and their members, of type `any`: `request.server.inject()`. Types of other packages are skipped. */
function anysHeld(type: ts.Type, name: string, checker: ts.TypeChecker, seen = new Set<ts.Type>()): string[] {
  if (isAny(type)) return [name]
  if (seen.has(type) || name.split('.').length > 4) return []
  seen.add(type)
  const members = checker
    .getPropertiesOfType(type)
    .filter((symbol) => symbol.declarations?.some((declaration) => isOurs(declaration.getSourceFile())))
    .flatMap((symbol) => anysHeld(checker.getTypeOfSymbol(symbol), `${name}.${symbol.name}`, checker, seen))
  const results = type
    .getCallSignatures()
    .filter(({ declaration }) => declaration && isOurs(declaration.getSourceFile()))
    .flatMap((signature) => anysHeld(signature.getReturnType(), `${name}()`, checker, seen))
  return [...members, ...results]
}

test('no declaration that an entry point reaches contains any, except for the listed seams', () => {
  const places = new Set(anysIn(ts.createProgram(entryPoints(), options)))
  assert.deepEqual([...places].sort(), Object.keys(seams).sort())
})

test('objects that users receive have no member of type any', () => {
  const path = resolve('.build/public-types.ts')
  const compiled = compile(path, program)
  const errors = ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  assert.deepEqual(errors, [])
  const checker = compiled.getTypeChecker()
  const looked = new Map<string, ts.Type>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'look')
      for (const argument of node.arguments) looked.set(argument.getText(), checker.getTypeAtLocation(argument))
    ts.forEachChild(node, visit)
  }
  visit(compiled.getSourceFile(path) as ts.SourceFile)
  assert.deepEqual([...looked.keys()].sort(), [...held].sort())
  for (const [name, type] of looked) assert.deepEqual(anysHeld(type, name, checker), [], name)
})

test('a written, an inferred and an unresolved any are found', () => {
  const path = resolve(dist, 'leaking.d.ts')
  const text = `import type { Missing } from 'nowhere'
export declare function written(value: any): void
export interface Untyped { member; other: Missing }
export type Fine = unknown`
  assert.deepEqual(anysIn(compile(path, text)), [
    'leaking.d.ts written.value',
    'leaking.d.ts Untyped.member',
    'leaking.d.ts Untyped.other'
  ])
})
