// The project's own set-up: dependencies as the lockfile says, outputs as the sources say.
// Nothing here may import a package: these scripts run on a fresh clone.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyPages } from './pages.mjs'
import { dropUnreachable } from './reachable.mjs'
import { bundleVendor } from './vendor.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

export const tsc7 = [process.execPath, 'node_modules/typescript/bin/tsc']
export const tsc5 = [process.execPath, 'node_modules/@tsd/typescript/typescript/bin/tsc']

/** Runs a command in the project and resolves to its exit code and, unless it is shown live, its output. */
export function run([command, ...args], { cwd = root, live = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm'
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** The folders that are being installed, or are. Stages run beside each other, and may need the same one. */
const installs = new Map()

/**
 * Installs what the lockfile of a folder asks for, unless exactly that is installed. A folder with a lockfile of its own holds what one command
 * needs and others do not: that command installs it.
 */
export function install(folder = '.') {
  if (!installs.has(folder)) installs.set(folder, installNow(folder))
  return installs.get(folder)
}

async function installNow(folder) {
  if (isInstalled(folder)) return
  console.log(`installing dependencies (npm ci${folder === '.' ? '' : ` in ${folder}`})`)
  const npm = ['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { code } = await run(npm, { cwd: join(root, folder), live: true })
  if (code !== 0) process.exit(code)
}

function isInstalled(folder) {
  const wanted = readPackages(`${folder}/package-lock.json`)
  const found = readPackages(`${folder}/node_modules/.package-lock.json`)
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || found[path]?.version === version
  )
}

function readPackages(lockfile) {
  try {
    return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages
  } catch {
    return {}
  }
}

/** The folders of `packages` in the order in which they are built: first those below the core, which do not need it, then those above. */
export function companions() {
  const names = readdirSync(join(root, 'packages')).sort()
  const byName = new Map(names.map((name) => [readManifest(`packages/${name}`).name, name]))
  const ordered = new Set()
  const place = (name) => {
    for (const needed of needsOf(name)) if (byName.has(needed)) place(byName.get(needed))
    ordered.add(name)
  }
  names.forEach(place)
  const isBelow = (name) => !needsOf(name).includes('espalier')
  return { below: [...ordered].filter(isBelow), above: [...ordered].filter((name) => !isBelow(name)) }
}

function needsOf(name) {
  const { dependencies, devDependencies, peerDependencies } = readManifest(`packages/${name}`)
  return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
}

export const readManifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** Writes every package to its `dist`: the core, and its companions in the order in which they depend on each other. */
export async function buildPackages() {
  const { below, above } = companions()
  for (const build of [...below.map(companion), buildCore, ...above.map(companion)]) {
    const result = await build()
    if (result.code !== 0) return result
  }
  return { code: 0, output: '' }
}

const companion = (name) => () => buildCompanion(name)

/** Writes a companion to its `dist`. */
export async function buildCompanion(name) {
  const folder = `packages/${name}`
  if (name === 'docs') {
    copyPages(root, `${folder}/dist`)
    return { code: 0, output: '' }
  }
  return write(folder, `${folder}/tsconfig.json`, () => bundleCompanion(folder))
}

/** Writes the package to `dist`, types and code, and drops what an earlier build left there. */
function buildCore() {
  return write('.', 'tsconfig.json', () => {
    copyCommonJs()
    return bundle()
  })
}

/** Writes types and code to the `dist` of a folder, and removes the files that an earlier build left there. */
async function write(folder, project, bundleCode) {
  const started = Date.now()
  const types = await run([...tsc7, '-p', project, '--emitDeclarationOnly'])
  const code = await bundleCode()
  const files = filesBelow(join(folder, 'dist'))
  for (const file of files) {
    // A file system may keep times in whole seconds.
    if (statSync(join(root, file)).mtimeMs < started - 1000) rmSync(join(root, file))
  }
  if (types.code === 0) dropUnreachable(root, folder, filesBelow(join(folder, 'dist')))
  return types.code === 0 ? code : types
}

/** Files for CommonJS are written by hand, a few lines each, and published as they are. */
function copyCommonJs() {
  for (const file of filesBelow('src')) {
    if (/\.(cjs|d\.cts)$/.test(file)) cpSync(join(root, file), join(root, 'dist', file))
  }
}

/**
 * Writes one module for each entry point and a few that they share: an import costs by the number of files that it reads. Comments stay in the
 * declarations, where editors look for them.
 */
export async function bundle() {
  const { exports, imports, bin } = readManifest('.')
  const conditional = [...Object.values(exports), ...Object.values(imports)].flatMap((entry) => entry.workerd ?? [])
  const elsewhere = Object.values(imports).flatMap((entry) => entry.default ?? [])
  const ofWorkers = [...conditional, ...elsewhere, './dist/src/worker/quiet.js']
  const modules = [...entriesOf(exports, bin), ...ofWorkers]
  const result = await bundleModules({
    entryPoints: modules.map((path) => path.replace(/^\.\/dist\/(.+)\.js$/, '$1.ts')),
    outbase: '.',
    outdir: 'dist',
    chunkNames: 'src/shared-[hash]',
    external: ['#*']
  })
  if (result.code === 0) await bundleVendor(root)
  return result
}

function bundleCompanion(folder) {
  const { exports, bin = {} } = readManifest(folder)
  return bundleModules({
    entryPoints: entriesOf(exports, bin).map((path) => path.replace(/^\.\/dist\/(.+)\.js$/, `${folder}/src/$1.ts`)),
    outbase: `${folder}/src`,
    outdir: `${folder}/dist`,
    chunkNames: 'shared-[hash]',
    // Private, so each companion carries what it uses of it.
    alias: { '@espalier/command-kit': join(root, 'packages/command-kit/src/index.ts') }
  })
}

const entriesOf = (exports, bin) =>
  [...Object.values(exports), ...Object.values(bin)]
    .map((entry) => entry.default ?? entry)
    .filter((path) => path.endsWith('.js'))

async function bundleModules(options) {
  const { build } = await import('esbuild')
  const { withoutComments } = await import('./bundle-comments.mjs')
  try {
    const { outputFiles } = await build({
      ...options,
      write: false,
      absWorkingDir: root,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      target: 'es2022',
      logLevel: 'silent'
    })
    for (const { path, text } of outputFiles) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, withoutComments(text))
    }
    return { code: 0, output: '' }
  } catch (error) {
    return { code: 1, output: error.message }
  }
}

/** Compiles the examples to `.build`; they import the package from `dist`. */
export function buildExamples() {
  return run([...tsc7, '-p', 'tsconfig.examples.json'])
}

/** Compiles the tests, and with them the sources and the examples, to `.build`. */
export function buildTests() {
  return run([...tsc7, '-p', 'tsconfig.test.json'])
}

/** The test files of the core and of its companions, or of one companion, without those that the stage `consumers` compiles. */
export function testFiles(companion) {
  const { below, above } = companions()
  const names = companion === undefined ? [...below, ...above] : [companion]
  const folders = names.map((name) => `packages/${name}/test`)
  return [...(companion === undefined ? ['test'] : []), ...folders]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/consumers/'))
}

/** Waits for a build; one that fails is shown, and ends the process. */
export async function orExit(build) {
  const { code, output } = await build
  if (code === 0) return
  console.error(output.trimEnd())
  process.exit(code)
}

/** True when an output is missing or older than a source. */
export function isStale(output, sources) {
  const built = statSync(join(root, output), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return sources.flatMap(filesBelow).some((file) => statSync(join(root, file)).mtimeMs > built)
}

/** The files below a folder of the project without installed ones, as sorted paths from its root; a file stands for itself. */
export function filesBelow(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => name !== 'node_modules')
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
