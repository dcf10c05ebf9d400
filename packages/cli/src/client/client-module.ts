/**
 * Writes the module of a client: `espalier client`. The module has the target of each endpoint: its method, its path, and how to read its responses.
 * The module imports only types from the endpoints, so the client's bundle has no schemas and no server code.
 */
import { basename, dirname, extname, relative, resolve, sep } from 'node:path'
import { escapeUnseen, jsonLiteral, refuseSource, UsageError, writeOutput } from '@espalier/command-kit'
import { fillExactly, fillPath } from 'espalier/client'
import { rivalsOf, type Target, targetOf } from 'espalier/contract'
import { importModule } from '../load/import-module.ts'

/** Made from an export: the target of an endpoint, or the targets of a group by name. `undefined` for any other export. */
type Bare = { readonly [name: string]: Bare } | Target | undefined

function bareOf(value: unknown): Bare {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return targetOf(value) ?? groupOf(value)
}

/** Returns the targets in a group: a plain object of endpoints and groups only. Other exports of a module, such as schemas, give `undefined`. */
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

/**
 * Adds to each target with parameters the function by which the client builds a URL. A simple path gets `fillPath`, which is smaller in a bundle.
 * Other paths get `fillExactly`, and so do targets with rivals. The rivals of a target are other endpoints that the router could choose for the URL,
 * such as `/books/new` for `/books/:id`.
 */
function prepared(bare: Bare, all: readonly Target[]): Bare {
  if (bare === undefined) return bare
  if (!isTarget(bare)) return Object.fromEntries(Object.entries(bare).map(([name, one]) => [name, prepared(one, all)]))
  if (!bare.fill) return bare
  const rivals = rivalsOf(bare, all)
  if (rivals.length > 0) return { ...bare, fill: fillExactly, rivals }
  return { ...bare, fill: bare.parts.flat().some((part) => typeof part === 'object') ? fillExactly : fillPath }
}

/** Returns the specifier by which the module `from` imports the module `to`, such as `./endpoints.ts`. */
function specifierOf(from: string, to: string): string {
  const path = relative(dirname(resolve(from)), resolve(to))
    .split(sep)
    .join('/')
  return path.startsWith('.') ? path : `./${path}`
}

/** The functions of `espalier/client` that the members of a target may have as values. The generated module imports those that its targets have. */
const functions = [
  ['fill', 'fillPath'],
  ['fill', 'fillExactly'],
  ['withKey', 'withKey'],
  ['readEvents', 'readEvents'],
  ['revive', 'revive']
] as const

/** Writes targets as an object literal, and lists the functions of `espalier/client` that the literal refers to. */
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
 * Writes a client of the endpoints that a module exports, alone or in groups.
 *
 * @param out the path of the client, ending in `.ts`
 * @returns the number of endpoints
 * @throws UsageError when the module exports no endpoint, `out` is not a TypeScript module, or `out` cannot be written
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
