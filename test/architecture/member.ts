// Reads what the public types declare: the members of an interface, and the texts of a union.
import { readFileSync } from 'node:fs'
import ts from '@tsd/typescript'

function statements(path: string): readonly ts.Statement[] {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true).statements
}

/** The members of an interface in a file, by their names; those that it inherits are not among them. */
export function membersOf(path: string, name: string): Map<string, ts.TypeNode | undefined> {
  const found = statements(path).find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name)
  if (found === undefined || !ts.isInterfaceDeclaration(found)) throw new Error(`${path} has no interface ${name}`)
  const members = found.members.filter(ts.isPropertySignature)
  return new Map(members.map(({ name: member, type }) => [member.getText(), type]))
}

/** The texts that a type of literals in a file is made of. */
export function textsOf(path: string, name: string): string[] {
  const found = statements(path).find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === name)
  if (found === undefined) throw new Error(`${path} has no type ${name}`)
  return [...found.getText().matchAll(/'([^'\n]*)'/g)].map(([, text = '']) => text)
}

/** The parameters that a function type is called with, without `this`; those of `RequestHook` where it is written by that name. */
export function parametersOf(type: ts.TypeNode | undefined): string[] {
  const text = type?.getText() ?? ''
  if (text.startsWith('RequestHook<')) return ['request', 'reply', 'done']
  const [, list = ''] = /\(\s*this: App,?([^)]*)\)\s*=>/s.exec(text.replace(/\(\) => \w+/g, 'Done')) ?? []
  return [...list.matchAll(/(\w+)\??:/g)].map(([, name = '']) => name)
}
