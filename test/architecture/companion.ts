// The companions: the packages of `packages/`. Arrows go from them to the public entries of the core, and never into each other's sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { readSource, readSources, type Source } from './source.ts'

interface Manifest {
  readonly name: string
  readonly version?: string
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export interface Companion {
  /** From the project's root: `packages/cli`. */
  readonly folder: string
  readonly manifest: Manifest
  /** Their paths begin at the folder of the package: `src/main.ts`. */
  readonly sources: readonly Source[]
  readonly tests: readonly string[]
}

export const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))

export function readCompanions(): Companion[] {
  return readdirSync('packages').map((name) => {
    const folder = `packages/${name}`
    const own = (path: string) => path.slice(folder.length + 1)
    const sources = readSources(`${folder}/src`).map(({ path }) => readSource(own(path), readFileSync(path, 'utf8')))
    return { folder, manifest: readManifest(folder), sources, tests: testsIn(`${folder}/test`).map(own) }
  })
}

function testsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
}

/** Imports of a companion that are neither its own files, nor Node's, nor a package that its manifest names. */
export function companionBreaches({ folder, manifest, sources }: Companion): string[] {
  const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = manifest
  // A private companion is bundled, so it is not among the dependencies.
  const bundled = Object.keys(devDependencies).filter((name) => name === '@espalier/command-kit')
  const known = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies), ...bundled])
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => !isOwn(target) && !isOfNode(target) && !known.has(target))
      .map(
        ({ target }) => `${folder}/${path} must not import ${target}: package.json of ${manifest.name} does not name it`
      )
  )
}

const isOwn = (target: string) => target.startsWith('src/')
const isOfNode = (target: string) => target.startsWith('node:') || builtinModules.includes(target)

/** Companions that a package depends on, which the core does for one and every companion for few. */
export const companionsOf = ({ dependencies = {} }: Manifest): string[] =>
  Object.keys(dependencies).filter((name) => name.startsWith('@espalier/'))
