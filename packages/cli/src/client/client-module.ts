/**
 * Writes the source of a client: for each endpoint its method, its path, and how to read its responses.
 *
 * The generated module imports only types from the module of endpoints, so the bundle of a client contains no schemas and no server code.
 */
import { basename, dirname, extname, relative, resolve, sep } from 'node:path'
import { escapeUnseen, jsonLiteral, refuseSource, UsageError, writeOutput } from '@espalier/command-kit'
import { fillExactly, fillPath } from 'espalier/client'
import { rivalsOf, type Target, targetOf } from 'espalier/contract'
import { importModule } from '../load/import-module.ts'

/**
 * The target of an endpoint: its method, its path, and how to read its responses. A group of endpoints is an object of targets by name. `undefined`
 * stands for any other export.
 */
type TargetTree = { readonly [name: string]: TargetTree } | Target | undefined

function treeOf(value: unknown): TargetTree {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return targetOf(value) ?? groupOf(value)
}

/** Returns the targets of a group: a plain object that contains only endpoints and groups. Returns `undefined` for other objects, such as schemas. */
function groupOf(value: object): TargetTree {
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined
  const members = Object.entries(value).map(([name, member]) => [name, treeOf(member)] as const)
  return members.length > 0 && members.every(([, tree]) => tree !== undefined) ? Object.fromEntries(members) : undefined
}

const isTarget = (tree: Exclude<TargetTree, undefined>): tree is Target => Array.isArray(tree.parts)

function targetsIn(tree: TargetTree): Target[] {
  if (tree === undefined) return []
  return isTarget(tree) ? [tree] : Object.values(tree).flatMap(targetsIn)
}

/**
 * Adds the function by which the client builds a URL. `fillPath` is the smaller one in a bundle, but wrong for a path with a rival. A rival is an
 * endpoint that the router could choose instead, such as `/books/new` for `/books/:id`.
 */
function withFill(tree: TargetTree, all: readonly Target[]): TargetTree {
  if (tree === undefined) return tree
  if (!isTarget(tree)) return Object.fromEntries(Object.entries(tree).map(([name, one]) => [name, withFill(one, all)]))
  if (!tree.fill) return tree
  const rivals = rivalsOf(tree, all)
  if (rivals.length > 0) return { ...tree, fill: fillExactly, rivals }
  return { ...tree, fill: tree.parts.flat().some((part) => typeof part === 'object') ? fillExactly : fillPath }
}

function specifierOf(from: string, to: string): string {
  const path = relative(dirname(resolve(from)), resolve(to))
    .split(sep)
    .join('/')
  return path.startsWith('.') ? path : `./${path}`
}

/** Members of targets, with the functions of `espalier/client` for them. The generated module imports only the functions that it uses. */
const functions = [
  ['fill', 'fillPath'],
  ['fill', 'fillExactly'],
  ['withKey', 'withKey'],
  ['readEvents', 'readEvents'],
  ['revive', 'revive']
] as const

function toLiteral(targets: TargetTree): { text: string; imported: string[] } {
  const nameOf = (key: string, value: unknown) =>
    key !== 'fill' ? key : value === fillPath ? 'fillPath' : 'fillExactly'
  let text = jsonLiteral(targets, (key, value) =>
    typeof value === 'function' ? `espalier.${nameOf(key, value)}` : value
  )
  const imported = functions.flatMap(([key, name]) => {
    const before = text
    text = text.replaceAll(`"${key}": "espalier.${name}"`, key === name ? name : `${key}: ${name}`)
    return text === before ? [] : name
  })
  return { text, imported }
}

const quote = (text: string) =>
  `'${escapeUnseen(JSON.stringify(text).slice(1, -1)).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

function moduleText(file: string, out: string, targets: Record<string, TargetTree>): string {
  const names = Object.keys(targets).map(quote)
  const { text, imported } = toLiteral(withFill(targets, targetsIn(targets)))
  const imports = imported.map((name) => `, ${name}`).join('')
  return `// Written by espalier client ${escapeUnseen(basename(file))}: run it again when an endpoint changes.
import { type Client, type ClientOptions, createClient as create${imports} } from 'espalier/client'
import type * as endpoints from ${quote(specifierOf(out, file))}

type Endpoints = Pick<typeof endpoints, ${names.join(' | ')}>

const targets = ${text}

/** Makes a client of the endpoints. */
export function createClient(options?: ClientOptions): Client<Endpoints> {
  return create(targets as unknown as Endpoints, options)
}
`
}

/**
 * @param out the path of the generated module, ending in `.ts` or `.mts`
 * @returns the number of endpoints
 * @throws UsageError when the module of endpoints exports no endpoint, or `out` is not a TypeScript module or cannot be written
 */
export async function writeClient(file: string, out: string): Promise<number> {
  if (!/^\.m?ts$/.test(extname(out)))
    throw new UsageError(`${out} must end in .ts or .mts: it has the types of the endpoints.`)
  await refuseSource(out, file, 'the module of endpoints')
  const exported = Object.entries(await importModule(file)).map(([name, value]) => [name, treeOf(value)] as const)
  const targets = Object.fromEntries(exported.filter(([, tree]) => tree !== undefined))
  if (Object.keys(targets).length === 0)
    throw new UsageError(`${file} exports no endpoint: export what endpoint() or endpoints() returns.`)
  await writeOutput(out, moduleText(file, out, targets))
  return targetsIn(targets).length
}
