// The public functions, methods and options of the core, each with the examples that count as its own. These are the examples of its doc comment, of
// the interface or class that has it, and of the interface that is its type, as far as they contain its name. So related members may share one.
import { readdirSync, readFileSync } from 'node:fs'
import ts from '@tsd/typescript'
import { type Declaration, declarationsIn, type Example, isChecked } from './doc-example.ts'

export interface Item {
  /** `ServerOptions.bodyLimit`, or the name of an export. */
  readonly name: string
  readonly examples: readonly Example[]
}

/**
 * Interfaces with members that users call or read: the app, the request, the reply, the channel and a call of the client. The logger is as in pino, and
 * the chain of `inject` as in Fastify: their documents are the reference.
 */
const called =
  /Members$|^(?:Declaring|Deriving|Defaulting|Explaining|Living|RouteMethods|RouteReply|RouteRequest|Channel|PendingCall)$/
/** Interfaces with members that users give. */
const given =
  /Options$|Hooks$|^(?:Adopted|ConstraintStrategy|GuardDescription|Messages|PluginDefinition|RequestToExplain|RequiredNames|RouteConstraints|RouteDefaults|RouteQuery|RouteSchema|RouteSettings)$/

/** The entry points, without `compiled`, which is for modules that `espalier compile` writes. */
export function entriesOfCore(): string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> }
  return Object.keys(exports)
    .filter((path) => !/json$|compiled$/.test(path))
    .map((path) => path.replace('.', 'espalier'))
}

export function declarationsOfCore(): Declaration[] {
  return ['src', 'types'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => declarationsIn(`${folder}/${path.replaceAll('\\', '/')}`))
  )
}

/** Lists the items. `functions` are the names of exported functions and classes. */
export function publicItems(declarations: readonly Declaration[], functions: readonly string[]): Item[] {
  const types = new Set(readFileSync('docs/exported-types.md', 'utf8').match(/\w+/g))
  const isPublic = ({ path, name, node }: Declaration) =>
    (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) &&
    (path.startsWith('types/') || types.has(name) || functions.includes(name))
  const interfaces = new Map(declarations.filter(isPublic).map((one) => [one.name, one]))
  const members = declarations.filter((one) => isMember(one) && interfaces.get(one.owner ?? '')?.path === one.path)
  const items = new Map<string, Example[]>()
  const add = (item: string, name: string, from: readonly (Declaration | undefined)[]) =>
    items.set(item, [...(items.get(item) ?? []), ...examplesOf(name, from)])
  for (const name of functions)
    add(
      name,
      name,
      declarations.filter((one) => one.owner === undefined && one.name === name)
    )
  // The signatures of an overloaded method are one item.
  for (const one of members) {
    const { owner = '', name, node } = one
    const type = ts.isPropertySignature(node) ? node.type?.getText() : undefined
    add(`${owner}.${name}`, name, [one, interfaces.get(owner), interfaces.get(type ?? '')])
  }
  return [...items].map(([name, examples]) => ({ name, examples: [...examples, ...alike(name, items)] }))
}

/** Examples of a hook or an option that an interface above has under the same name, and of the method that sets it. */
function alike(item: string, items: ReadonlyMap<string, readonly Example[]>): readonly Example[] {
  const [owner = '', name = ''] = item.split('.')
  if (!/^(?:Route|Server|AppMembers|NotFound)/.test(owner)) return []
  const places = [
    `ServerOptions.${name}`,
    `RequestHooks.${name}`,
    `AppMembers.set${name[0]?.toUpperCase()}${name.slice(1)}`
  ]
  return [...places, places.at(-1)?.replace('AppMembers', 'Declaring') ?? ''].flatMap((place) => items.get(place) ?? [])
}

/**
 * Members for the compiler, keys of the language and private ones are no items. Nor are those that Fastify has deprecated, and those of a route's schema
 * without a comment, which are members of OpenAPI's operation.
 */
const isMember = ({ owner = '', name, comment }: Declaration): boolean =>
  (called.test(owner) || given.test(owner)) &&
  /^\w+$/.test(name) &&
  name !== owner &&
  !comment.includes('Deprecated') &&
  !(owner === 'RouteSchema' && comment === '')

function examplesOf(name: string, from: readonly (Declaration | undefined)[]): Example[] {
  const word = new RegExp(`\\b${name}\\b`)
  return from.flatMap((one) => one?.examples ?? []).filter((example) => isChecked(example) && word.test(example.code))
}
