// Checks the package as its users get it: packed, installed into an empty project, loaded by the running Node as a module
// and through require, and type-checked by each TypeScript we support.
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run, tsc5, tsc7 } from '../../scripts/project.mjs'

/** Most bytes the tarball may have. */
const sizeBudget = 200_000

const project = mkdtempSync(join(tmpdir(), 'espalier-consumer-'))
const absolute = ([node, script]) => [node, join(root, script)]
const bin = (path, ...args) => [process.execPath, join(root, 'node_modules', path), ...args]

try {
  cpSync(join(root, 'test/package/consumer'), project, { recursive: true })
  await step(['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', project], root)
  const tarball = join(
    project,
    readdirSync(project).find((name) => name.endsWith('.tgz'))
  )
  checkSize(statSync(tarball).size)
  await install(tarball)

  await step([process.execPath, 'use.mjs'])
  await step([process.execPath, 'use.cjs'])
  await step([...absolute(tsc7), '-p', '.'])
  await step([...absolute(tsc5), '-p', '.'])
  await step(bin('publint/src/cli.js', tarball, '--strict'))
  // `require` of our ES module is what every supported Node does, so resolving to one is not a mistake.
  await step(
    bin('@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm')
  )
} finally {
  rmSync(project, { recursive: true })
}

/** A package that does not promise the running Node is told by a warning alone. */
async function install(tarball) {
  const { code, output } = await run(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', tarball], {
    cwd: project
  })
  if (code === 0 && !output.includes('EBADENGINE')) return
  console.log(output)
  process.exitCode = 1
}

function checkSize(bytes) {
  if (bytes <= sizeBudget) return
  console.log(`The tarball has ${bytes} bytes; the budget is ${sizeBudget}`)
  process.exitCode = 1
}

async function step(command, cwd = project) {
  const { code, output } = await run(command, { cwd })
  if (code === 0) return
  console.log(`${command.join(' ')}\n${output}`)
  process.exitCode = 1
}
