// A copy of the project in `.cache/mutation` whose sources hold every mutant behind a switch; the environment of a process turns one on. The copy
// is compiled and bundled once, so a mutant costs only the tests that run it.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesBelow, install, root, run, tsc7 } from '../project.mjs'

export const sandbox = join(root, '.cache/mutation')

const copied = [
  'src',
  'types',
  'test',
  'examples',
  'scripts',
  'docs',
  'packages/regexp-safety/src',
  'packages/regexp-safety/test',
  'README.md',
  'LICENSE',
  'package.json',
  'package-lock.json'
]
const configured = ['tsconfig.base.json', 'tsconfig.json', 'tsconfig.test.json']
const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn: console.error }

/**
 * Builds the sandbox, unless it is that of these sources, and returns its mutants.
 * @param folders the folders of sources that are mutated
 */
export async function buildSandbox(folders) {
  const sources = [...copied, ...configured].flatMap(filesBelow)
  const state = digest(sources.map((file) => `${file} ${digest(readFileSync(join(root, file)))}`).join('\n'))
  const record = join(sandbox, 'mutants.json')
  const built = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
  if (built.state === state) return built.mutants
  for (const name of [...copied, '.build', 'dist']) rmSync(join(sandbox, name), { recursive: true, force: true })
  mkdirSync(sandbox, { recursive: true })
  for (const file of [...copied, ...configured])
    cpSync(join(root, file), join(sandbox, file), { recursive: true, filter: isNotInstalled })
  if (!existsSync(join(sandbox, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(sandbox, 'node_modules'))
  const mutants = await instrument(folders.flatMap(filesBelow))
  await compile()
  writeFileSync(record, JSON.stringify({ state, mutants }))
  return mutants
}

const isNotInstalled = (path) => basename(path) !== 'node_modules'

async function instrument(files) {
  await install('scripts/mutation')
  const { Instrumenter } = await import('@stryker-mutator/instrumenter')
  const texts = new Map(files.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
  const sources = [...texts].map(([name, content]) => ({ name, content, mutate: true }))
  const options = { plugins: null, ignorers: [], excludedMutations: [] }
  const result = await new Instrumenter(quiet).instrument(sources, options)
  for (const { name, content } of result.files) writeFileSync(join(sandbox, name), content)
  return named(result.mutants.map((mutant) => toMutant(mutant, texts.get(mutant.fileName))))
}

function toMutant({ id, fileName, location, mutatorName, replacement }, text) {
  const lines = text.split('\n')
  const { start, end } = location
  const inside = lines.slice(start.line, end.line + 1)
  inside[inside.length - 1] = inside.at(-1).slice(0, end.column)
  inside[0] = inside[0].slice(start.column)
  const original = inside.join(' ').replace(/\s+/g, ' ')
  const change = `${mutatorName}: ${shortened(original)} → ${shortened(replacement.replace(/\s+/g, ' '))}`
  return { id, file: fileName, line: start.line + 1, change, source: lines[start.line].trim() }
}

/** A long text by its two ends: what is named must not change with each change in its middle. */
function shortened(text) {
  return text.length <= 100 ? text : `${text.slice(0, 60)}…${text.slice(-30)}`
}

/** A mutant is named by what it changes and not by its line, so that its name outlives changes elsewhere in the file. */
function named(mutants) {
  const seen = new Map()
  return mutants.map((mutant) => {
    const name = `${mutant.file} ${mutant.change}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { ...mutant, name: count === 1 ? name : `${name} (${count})` }
  })
}

async function compile() {
  const compiled = await run([...tsc7, '-p', 'tsconfig.test.json', '--noCheck'], { cwd: sandbox })
  if (compiled.code !== 0) throw new Error(`The mutants do not compile: ${compiled.output}`)
  const bundling =
    "import('./scripts/project.mjs').then(({ bundle }) => bundle()).then(({ code }) => process.exit(code))"
  const bundled = await run([process.execPath, '-e', bundling], { cwd: sandbox })
  if (bundled.code !== 0) throw new Error(`The mutants cannot be bundled: ${bundled.output}`)
}

function digest(content) {
  return createHash('sha256').update(content).digest('hex')
}
