// For whom a dependency is there: those whose files import it, name its folder or run its command.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { companions, filesBelow, readManifest, root } from '../project.mjs'

const { below, above } = companions()
const names = [...below, ...above]

/** A test of each plugin, on runtimes that no other test meets. */
const plugins = 'scripts/runtimes/plugin'

/** Those that need a package most come first. */
const places = [
  ['the core', ['src', 'types']],
  ...names.map((name) => [readManifest(`packages/${name}`).name, [`packages/${name}/src`]]),
  ['the examples', ['examples']],
  ['the documents', ['README.md', 'docs', ...names.map((name) => `packages/${name}/README.md`)]],
  ['the tools', ['bench', ...filesBelow('scripts').filter((file) => !file.startsWith(plugins))]],
  ['the tests', ['test', 'test-d', plugins, ...names.map((name) => `packages/${name}/test`)]]
]

/** Packages that no file imports. */
const otherwise = {
  '@types/node': ['the tools'],
  '@types/pg': ['the tests'],
  '@types/semver': ['the tools'],
  '@types/ws': ['the tools'],
  // The expressions in its sources are part of a corpus.
  validator: ['the tests']
}

/** All audiences, in the order of the table. */
export const audiences = places.map(([audience]) => audience)

/** Returns the audiences of packages by their names. */
export function audiencesOf(packages) {
  const texts = places.map(([audience, paths]) => [audience, paths.flatMap(filesBelow).map(read).join('\n')])
  return new Map(
    packages.map((name) => {
      const use = useOf(name)
      const found = texts.filter(([, text]) => use.test(text)).map(([audience]) => audience)
      return [name, found.length > 0 ? found : (otherwise[name] ?? [])]
    })
  )
}

const read = (path) => readFileSync(join(root, path), 'utf8')

function useOf(name) {
  const escaped = name.replaceAll('.', '\\.')
  const imported = `\\b(?:from|import|require|resolve)\\W{1,3}${escaped}(?=[/'"])`
  return new RegExp(`${imported}|node_modules/${escaped}/|'${escaped}/(?:bin|dist|lib|src)/`)
}
