// The folders in which the contenders stand: each has the newest packages of its own, away from those of this repository, and its programs compiled.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readInstall } from '../../scripts/install-size/install.mjs'
import { orExit, run } from '../../scripts/project.mjs'

const npm = ['npm', 'install', '--silent', '--no-audit', '--no-fund']
const settings = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  experimentalDecorators: true,
  emitDecoratorMetadata: true
}
const greeting = '`Hello, $' + '{name}!`'

/** What a handler returns in the programs that are compiled, by the name of the program. */
const replies = {
  app: `{ greeting: ${greeting} }`,
  wrong: '{ greeting: 1 }',
  more: `{ ...{ greeting: ${greeting}, secret: 'x' } }`
}

/**
 * Installs compiler and contenders into a folder anew. Adds to each its `folder` and `version`, and as `whole` and `alone` the number of packages and
 * their bytes: of the whole install, and of the framework's own package with what that needs.
 */
export async function installContenders(contenders, folder) {
  rmSync(folder, { recursive: true, force: true })
  await installIn(folder, ['typescript', '@types/node@24'])
  const tarballs = await pack(folder)
  const installed = []
  for (const contender of contenders) {
    const place = join(folder, contender.id)
    await installIn(place, contender.id === 'espalier' ? tarballs : contender.packages)
    const { all, closureOf, total } = readInstall(place)
    const sizeOf = (paths) => ({ count: paths.size, bytes: total(paths) })
    installed.push({
      ...contender,
      folder: place,
      version: versionIn(place, contender.package),
      whole: sizeOf(all),
      alone: sizeOf(closureOf([{ place: '', name: contender.package }]))
    })
  }
  return installed
}

async function installIn(folder, packages) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await orExit(run([...npm, ...packages], { cwd: folder }))
}

/** The tarballs of this repository that an install of espalier needs. */
async function pack(folder) {
  const workspaces = ['--workspace', '@espalier/regexp-safety', '--include-workspace-root']
  await orExit(run(['npm', 'pack', '--silent', '--ignore-scripts', ...workspaces, '--pack-destination', folder]))
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(folder, file))
}

export const versionIn = (folder, name) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version

/** Compiles the programs of a contender. Resolves to the first error of each, or undefined where it compiles. */
export async function compilePrograms({ folder, toApp, undeclared }) {
  const programs = {
    ...Object.fromEntries(Object.entries(replies).map(([name, reply]) => [name, toApp(reply)])),
    undeclared
  }
  const errors = {}
  for (const [name, text] of Object.entries(programs)) {
    const file = join(folder, `${name}.ts`)
    writeFileSync(file, text)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, files: [file] }))
    const { code, output } = await run([process.execPath, join(folder, '../node_modules/typescript/bin/tsc')], {
      cwd: folder
    })
    errors[name] = code === 0 ? undefined : output.split('\n').find((line) => line.includes('error'))
    if (!existsSync(join(folder, `${name}.js`))) throw new Error(`${name} of ${folder}: ${output}`)
  }
  if (errors.app ?? errors.more) throw new Error(`${folder} does not compile: ${errors.app ?? errors.more}`)
  return errors
}
