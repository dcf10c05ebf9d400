// `npm run site`: installs what the site needs, builds it to site/dist and checks it. A word after `--` does one part: `build`, `check`, or `dev`,
// which serves it and follows the documents.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { install, orExit, root, run } from './project.mjs'

/** The first Node that Astro runs on. */
const needed = [22, 12]

const parts = {
  build: () => runHere(...made, ['npx', 'astro', 'build']),
  dev: () => runHere(...made, ['npx', 'astro', 'dev']),
  check: () => runHere(['node', 'check/main.mjs'])
}

/** What is made from code before Astro reads it. */
const made = [
  ['node', 'figure/main.mjs'],
  ['node', 'reference/main.mjs']
]

/** Runs commands in the folder of the site, each after the one before it, up to the first that fails. */
async function runHere(...commands) {
  for (const command of commands) {
    const result = await run(command, { cwd: `${root}/site`, live: true })
    if (result.code !== 0) return result
  }
  return { code: 0, output: '' }
}

process.env.ASTRO_TELEMETRY_DISABLED = '1'
const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  console.error(`There is no part '${unknown}'. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
if (isOld()) runOnNewer()
else {
  await install('site')
  for (const name of names.length > 0 ? names : ['build', 'check']) await orExit(parts[name]())
}

function isOld() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < needed[0] || (major === needed[0] && minor < needed[1])
}

/** The repository supports Nodes that Astro does not: npm brings a newer one for the site. */
function runOnNewer() {
  console.log(`Astro needs Node ${needed.join('.')}; npm brings it`)
  const words = ['--yes', '--package=node@22', 'node', fileURLToPath(import.meta.url), ...names]
  try {
    execFileSync('npx', words, { stdio: 'inherit', shell: process.platform === 'win32' })
  } catch {
    process.exit(1)
  }
}
