// Examples of doc comments, each with the declaration that it belongs to. Lines such as `f(1) // 2`, `const { a } = f() // 2` and `f() // throws CODE`
// are checks; an example without one is not run.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { inspect } from 'node:util'
import ts from '@tsd/typescript'

export interface Example {
  readonly path: string
  /** The line of `@example`, from 1. */
  readonly line: number
  readonly code: string
}

/** A named declaration, or the signature of a call, with its doc comment. */
export interface Declaration {
  readonly path: string
  readonly name: string
  /** The interface, class or type that has it as a member. */
  readonly owner: string | undefined
  readonly node: ts.Node
  /** The doc comment; empty without one. */
  readonly comment: string
  readonly examples: readonly Example[]
}

/** One line with a check. An indented line is part of a longer expression. */
const check = /^(?:const (?:\{ )?(?<name>\w+)(?: \})? = )?(?<code>\S(?:.*\S)?) \/\/ (?<value>\S.*)$/

export const isChecked = ({ code }: Example): boolean => code.split('\n').some((line) => check.test(line))

/** Lists the declarations of a file, with those inside of interfaces and classes. */
export function declarationsIn(path: string): Declaration[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Declaration[] = []
  const visit = (node: ts.Node, owner: string | undefined): void => {
    const name = nameOf(node, owner)
    if (name !== undefined) {
      const doc = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc)
      const comment = doc?.getText(file) ?? ''
      const line = doc === undefined ? 0 : file.getLineAndCharacterOfPosition(doc.getStart(file)).line + 1
      found.push({ path, name, owner, node, comment, examples: examplesIn(comment, path, line) })
    }
    const isOwner = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
    if (isOwner || ts.isSourceFile(node) || ts.isVariableStatement(node) || ts.isVariableDeclarationList(node))
      ts.forEachChild(node, (child) => visit(child, isOwner ? node.name?.text : owner))
  }
  visit(file, undefined)
  return found
}

function nameOf(node: ts.Node, owner: string | undefined): string | undefined {
  if (ts.isCallSignatureDeclaration(node)) return owner
  const isNamed =
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isTypeElement(node) ||
    ts.isClassElement(node)
  return isNamed ? node.name?.getText() : undefined
}

function examplesIn(comment: string, path: string, first: number): Example[] {
  const text = comment.replace(/^\/\*\*|\*\/$/g, '').replaceAll(/^ *\* ?/gm, '')
  return [...text.matchAll(/@example\b[ \n]*([\s\S]*?)\s*(?=\n@|$)/g)].map(({ 1: code = '', index, 0: whole }) => ({
    path,
    line: first + text.slice(0, index + whole.indexOf(code)).split('\n').length - 1,
    code
  }))
}

function withChecks({ code, path, line: first }: Example): string {
  const lines = code.split('\n').map((line, at) => {
    const { name, code: expression, value = '' } = check.exec(line)?.groups ?? {}
    if (expression === undefined) return line
    const rest = `${JSON.stringify(value)}, ${JSON.stringify(`${path}:${first + at}`)}`
    if (name === undefined) return `;await expectValue(async () => (${expression}), ${rest})`
    return `${line.slice(0, -` // ${value}`.length)};await expectValue(async () => ${name}, ${rest})`
  })
  // A block of its own, because an example may declare a name of its scope.
  return ts.transpile(`{${lines.join('\n')}\n}`, { target: ts.ScriptTarget.ES2022 })
}

async function expectValue(get: () => Promise<unknown>, value: string, place: string): Promise<void> {
  const fault = /^throws (\w+)$/.exec(value)?.[1]
  if (fault === undefined) {
    const given = await get().catch((error: unknown) => assert.fail(`${place} throws ${error}`))
    return assert.equal(inspect(given, { breakLength: Infinity }), value, `${place} gives ${inspect(given)}`)
  }
  await assert.rejects(get, ({ code, name }) => code === fault || name === fault, place)
}

/** Runs an example with the names of its scope. @throws an error whose message has the file and the line */
export async function runExample(example: Example, scope: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(scope).filter((name) => /^\w+$/.test(name) && name !== 'default')
  const start = Object.getPrototypeOf(async () => {}).constructor
  // An example may wait for a timer that does not keep the process alive.
  const alive = setInterval(() => {}, 1000)
  try {
    await start('expectValue', ...names, withChecks(example))(expectValue, ...names.map((name) => scope[name]))
    // A promise that it left behind rejects by then, and fails the test.
    await setImmediate()
  } catch (error) {
    throw new Error(`${example.path}:${example.line} ${error}`, { cause: error })
  } finally {
    clearInterval(alive)
  }
}
