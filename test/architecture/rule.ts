// The dependency rule. Its tables are data; each function returns the sentences that tell where the sources break it.
import { posix } from 'node:path'
import type { Source } from './source.ts'

/** Imports point to an earlier row. The places of one row never import each other. */
export const layers: readonly (readonly string[])[] = [
  ['types'],
  ['require'],
  ['base', 'contract', 'node-http', 'user-function'],
  ['client', 'error'],
  ['policy'],
  ['http', 'schema', 'log', 'tree'],
  ['stage'],
  ['plan'],
  ['app-options', 'boot', 'explain'],
  ['app'],
  ['adapter'],
  ['ahead', 'openapi', 'worker'],
  ['command', 'plugin', 'provider'],
  ['index']
]

/** Where the types of engines enter those of espalier. */
const typeHome = 'types/engine.ts'

/** The one file that may import each dependency; the vocabulary of schemas, TypeBox, is everywhere. */
export const homes: Readonly<Record<string, string>> = {
  avvio: 'src/tree/load.ts',
  'find-my-way': 'src/plan/router.ts',
  ajv: 'src/schema/ajv.ts',
  'ajv-formats': 'src/schema/ajv.ts',
  '@espalier/regexp-safety': 'src/schema/pattern.ts',
  'fast-json-stringify': 'src/schema/serializer.ts',
  pino: 'src/log/logger.ts',
  '@fastify/error': 'src/error/error.ts',
  '@fastify/proxy-addr': 'src/http/trust-proxy.ts',
  'fast-querystring': 'src/plan/router.ts',
  'secure-json-parse': 'src/stage/json.ts',
  semver: 'src/tree/plugin-meta.ts'
}

/** The place of a file in the table: its folder in `src`, its own name when it lies beside `index.ts`, or `types`. */
export function placeOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  return top === 'src' ? second.replace(/\.ts$/, '') : top
}

export function layerBreaches(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => target.endsWith('.ts') && !mayImport(placeOf(path), placeOf(target)))
      .map(({ target }) => `${path} must not import ${target}: ${placeOf(target)} is not left of ${placeOf(path)}`)
  )
}

function mayImport(importer: string, imported: string): boolean {
  if (importer === imported) return layerOf(importer) >= 0
  return layerOf(imported) >= 0 && layerOf(imported) < layerOf(importer)
}

function layerOf(place: string): number {
  return layers.findIndex((row) => row.includes(place))
}

/** In `src/worker` bundlers find every dependency that an app may load on workers. */
const isBeside = (path: string) => path === typeHome || path.startsWith('src/worker/')

export function engineBreaches(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => Object.hasOwn(homes, target) && homes[target] !== path && !isBeside(path))
      .map(({ target }) => `${path} must not import ${target}: its home is ${homes[target]}`)
  )
}

/** Folders whose files describe one concept from several sides: their type imports may form a cycle. */
const concepts = ['types', 'src/http', 'src/tree']

/** Cycles of imports, except for type imports within a concept, which do not exist at run time. */
export function importCycles(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map((source) => [source.path, laterFiles(source)]))
  const done = new Set<string>()
  const cycles: string[] = []

  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }

  for (const path of graph.keys()) visit(path, [])
  return cycles
}

function laterFiles({ path, imports }: Source): string[] {
  const folder = posix.dirname(path)
  const isWithinConcept = (target: string) => concepts.includes(folder) && posix.dirname(target) === folder
  return imports
    .filter(({ target, isTypeOnly }) => !(isTypeOnly && isWithinConcept(target)))
    .map(({ target }) => target)
}
