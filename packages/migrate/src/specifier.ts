/**
 * Finds strings that certainly load the module, such as `import … from 'fastify'` and `require('fastify')`. A migration changes no other
 * occurrence of the word. The rules in `sign/` report some of them.
 */
import { fastify } from './module-name.ts'
import { argumentsOf, isCall, isMember, isNode, type NodePath, nameOf, textOf } from './node.ts'

export interface Specifier {
  readonly start: number
  readonly end: number
  readonly line: number
  /** A mock has an effect only if sources import the module by the same name. */
  readonly isMock: boolean
}

export function findSpecifiers(all: readonly NodePath[], loaders = findLoaders(all)): Specifier[] {
  return all
    .filter((nodePath) => textOf(nodePath.node) === fastify && loadsModule(nodePath, loaders))
    .map((nodePath) => {
      const { start, end, loc } = nodePath.node
      return { start: start + 1, end: end - 1, line: loc.start.line, isMock: isMocked(nodePath) }
    })
}

function isMocked({ above }: NodePath): boolean {
  const call = above?.node.type === 'ImportExpression' ? above.above?.node : above?.node
  return (
    call !== undefined &&
    isCall(call) &&
    isNode(call.callee) &&
    isMember(call.callee) &&
    mockMethods.has(nameOf(call.callee) ?? '')
  )
}

/** Whether a string is the module name in an import, a `require`, a mock or an imported type. */
export function loadsModule({ node, part, above }: NodePath, loaders: Loaders): boolean {
  if (above === undefined) return false
  const { type } = above.node
  if (part === 'source')
    return /^(?:Import|ExportNamed|ExportAll)Declaration$|^ImportExpression$|^TSImportType$/.test(type)
  if (type === 'TSExternalModuleReference' || (type === 'TSImportType' && part === 'argument')) return true
  if (type === 'TSLiteralType') return above.above?.node.type === 'TSImportType' && above.part !== 'typeParameters'
  return isCall(above.node) && argumentsOf(above.node)[0] === node && isLoader(above.node.callee, loaders)
}

export interface Loaders {
  readonly names: ReadonlySet<string>
  /** Whether the file defines a variable `require`. Calls of this variable do not load modules. */
  readonly isRequireTaken: boolean
}

/** Finds the names of functions that load modules: `require`, unless the file defines it, and variables with a result of `createRequire`. */
export function findLoaders(all: readonly NodePath[]): Loaders {
  const made = all.filter(({ node }) => node.type === 'VariableDeclarator' && isMadeByCreateRequire(node.init))
  const names = new Set(made.flatMap(({ node }) => nameOf(node.id) ?? []))
  const isRequireTaken = !names.has('require') && all.some(bindsRequire)
  if (!isRequireTaken) names.add('require')
  return { names, isRequireTaken }
}

const isMadeByCreateRequire = (node: unknown): boolean =>
  isNode(node) && isCall(node) && nameOf(node.callee) === 'createRequire'

function bindsRequire({ node, part, above }: NodePath): boolean {
  if (node.type !== 'Identifier' || node.name !== 'require') return false
  const type = above?.node.type ?? ''
  if (type === 'ObjectProperty') return part === 'value' && above?.above?.node.type === 'ObjectPattern'
  if (part === 'id') return !type.startsWith('TS')
  return part === 'params' ? !type.startsWith('TS') : part === 'local' && type.startsWith('Import')
}

/** In calls such as `vi.mock('fastify')`, the first argument is the name of a module. */
const testTools: ReadonlySet<string> = new Set(['vi', 'vitest', 'jest'])
const mockMethods: ReadonlySet<string> = new Set([
  ...['mock', 'doMock', 'unmock', 'doUnmock', 'dontMock', 'deepUnmock', 'setMock', 'unstable_mockModule', 'module'],
  ...['importActual', 'importMock', 'requireActual', 'requireMock', 'createMockFromModule', 'genMockFromModule']
])

function isLoader(callee: unknown, { names }: Loaders): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Import') return true
  if (callee.type === 'Identifier') return names.has(String(callee.name))
  if (isCall(callee)) return nameOf(callee.callee) === 'createRequire'
  return isMember(callee) && callee.computed !== true && isLoadingMember(callee.object, nameOf(callee.property), names)
}

function isLoadingMember(object: unknown, member: string | undefined, names: ReadonlySet<string>): boolean {
  if (!isNode(object) || member === undefined) return false
  if (object.type === 'MetaProperty') return member === 'resolve'
  const name = nameOf(object) ?? ''
  if (member === 'resolve') return object.type === 'Identifier' && names.has(name)
  if (member === 'require') return object.type === 'Identifier' && name === 'module'
  if (name === 'mock') return member === 'module'
  return object.type === 'Identifier' && testTools.has(name) && mockMethods.has(member)
}
