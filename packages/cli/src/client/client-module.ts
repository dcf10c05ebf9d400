/**
 * Writes the module of a client: `espalier client`. It contains the targets of endpoints, and imports only their types. So a bundle has no schemas and
 * no server code.
 */
import { basename, dirname, extname, relative, resolve, sep } from 'node:path'
import { escapeUnseen, jsonLiteral, refuseSource, UsageError, writeOutput } from '@espalier/command-kit'
import { fillExactly, fillPath } from 'espalier/client'
import { rivalsOf, type Target, targetOf } from 'espalier/contract'
import { importModule } from '../load/import-module.ts'

/** The target of an endpoint, or those of a group. */
type Bare = { readonly [name: string]: Bare } | Target | undefined

function bareOf(value: unknown): Bare {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return targetOf(value) ?? groupOf(value)
}

/** Collects the endpoints and groups of an object. Schemas, and whatever else a module exports, are ignored. */
function groupOf(value: object): Bare {
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined
  const members = Object.entries(value).map(([name, member]) => [name, bareOf(member)] as const)
  return members.length > 0 && members.every(([, bare]) => bare !== undefined) ? Object.fromEntries(members) : undefined
}

const isTarget = (bare: Exclude<Bare, undefined>): bare is Target => Array.isArray(bare.parts)

function targetsIn(bare: Bare): Target[] {
  if (bare === undefined) return []
  return isTarget(bare) ? [bare] : Object.values(bare).flatMap(targetsIn)
}

/** Prepares targets for writing: their rivals are computed now, and simple paths get the smaller function `fillPath`. */
function prepared(bare: Bare, all: readonly Target[]): Bare {
  if (bare === undefined) return bare
  if (!isTarget(bare)) return Object.fromEntries(Object.entries(bare).map(([name, one]) => [name, prepared(one, all)]))
  if (!bare.fill) return bare
  const rivals = rivalsOf(bare, all)
  if (rivals.length > 0) return { ...bare, fill: fillExactly, rivals }
  return { ...bare, fill: bare.parts.flat().some((part) => typeof part === 'object') ? fillExactly : fillPath }
}

/** Returns the specifier by which one module imports another. */
function specifierOf(from: string, to: string): string {
  const path = relative(dirname(resolve(from)), resolve(to))
    .split(sep)
    .join('/')
  return path.startsWith('.') ? path : `./${path}`
}

/** The functions in targets: their keys, and their names in `espalier/client`. */
const functions = [
  ['fill', 'fillPath'],
  ['fill', 'fillExactly'],
  ['withKey', 'withKey'],
  ['readEvents', 'readEvents'],
  ['revive', 'revive']
] as const

/** Writes targets as a literal, and lists the functions that they use. */
function written(targets: Bare): { text: string; imported: string[] } {
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

/** Writes a text as a literal in single quotes. */
const quote = (text: string) =>
  `'${escapeUnseen(JSON.stringify(text).slice(1, -1)).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

function typedModule(file: string, out: string, targets: Record<string, Bare>): string {
  const names = Object.keys(targets).map(quote)
  const { text, imported } = written(prepared(targets, targetsIn(targets)))
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
 * Writes a client of the endpoints that a module exports, single ones and groups.
 *
 * @param out the module, ending in `.ts`
 * @returns how many endpoints it has
 * @throws UsageError when the module exports none, `out` is not a TypeScript module, or it cannot be written
 */
export async function writeClient(file: string, out: string): Promise<number> {
  if (!/^\.m?ts$/.test(extname(out)))
    throw new UsageError(`${out} must end in .ts or .mts: it has the types of the endpoints.`)
  await refuseSource(out, file, 'the module of endpoints')
  const exported = Object.entries(await importModule(file)).map(([name, value]) => [name, bareOf(value)] as const)
  const targets = Object.fromEntries(exported.filter(([, bare]) => bare !== undefined))
  if (Object.keys(targets).length === 0)
    throw new UsageError(`${file} exports no endpoint: export what endpoint() or endpoints() returns.`)
  await writeOutput(out, typedModule(file, out, targets))
  return targetsIn(targets).length
}
