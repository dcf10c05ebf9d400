// The packages of test/consumers, which weigh a third of all others together: the stage `consumers` needs them, the example `observability`, and the
// scripts that make the figures of docs/runtimes.md and docs/observability.md.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, install, root, run, tsc7 } from './project.mjs'

const home = 'test/consumers'
/** Where tests and example are compiled to. */
export const compiledAt = '.build/consumers'
/** The example that needs the packages. */
export const example = { name: 'observability', entry: `${compiledAt}/examples/observability/main.js` }

/** Installs the packages, and shows them to the programs below some folders of the project. */
export async function installConsumers(...folders) {
  await install(home)
  for (const folder of folders) show(folder)
}

/** Links the installed packages into a folder, where compilers and Node look for them. */
function show(folder) {
  const link = join(root, folder, 'node_modules')
  if (existsSync(link)) return
  // One that leads nowhere is from a checkout that was moved.
  rmSync(link, { force: true })
  mkdirSync(join(root, folder), { recursive: true })
  symlinkSync(join(root, home, 'node_modules'), link, 'junction')
}

const installForBuild = () => installConsumers(compiledAt, `examples/${example.name}`)

/** Compiles what needs the packages, tests and the example, to a place of its own. The package has to be built. */
export async function buildConsumers() {
  await installForBuild()
  return run([...tsc7, '-p', 'tsconfig.consumers.json'])
}

/** Compiles the same with another compiler, and writes nothing. */
export async function checkConsumers(compiler) {
  await installForBuild()
  return run([...compiler, '-p', 'tsconfig.consumers.json', '--noEmit'])
}

/** The compiled files of the tests, or of some of them. */
export const consumerTests = (isWanted = () => true) =>
  filesBelow(home)
    .filter((file) => file.endsWith('.test.ts') && isWanted(file))
    .map((file) => `${compiledAt}/${file.replace(/\.ts$/, '.js')}`)
