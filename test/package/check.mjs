// Checks the package as its users get it: packed and installed into an empty project. With `--run` the running Node loads it as a module and through
// require, and runs the commands; with `--created` it makes projects and runs them. Otherwise compilers, bundlers and judges of packages read it, which
// are the same on every Node.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, root, run, tsc5, tsc7 } from '../../scripts/project.mjs'
import { checkBundles } from './bundles.mjs'
import { checkCreated } from './created.mjs'
import { checkMoved, checkWithoutFastify } from './moved.mjs'
import { checkSetUps } from './set-up.mjs'

/** The largest size of each tarball in bytes. About 10 kB of the core are the examples of its doc comments. */
const sizeBudgets = {
  espalier: 325_000,
  '@espalier/cli': 56_000,
  '@espalier/docs': 260_000,
  'create-espalier': 22_000,
  '@espalier/events': 32_000,
  '@espalier/kit': 32_000,
  '@espalier/migrate': 40_000,
  '@espalier/openapi-import': 40_000,
  '@espalier/regexp-safety': 20_000,
  '@espalier/testing': 17_000
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const tarballOf = (name) => join(project, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)

const project = mkdtempSync(join(tmpdir(), 'espalier-consumer-'))
const absolute = ([node, script]) => [node, join(root, script)]
const bin = (path, ...args) => [process.execPath, join(root, 'test/package/node_modules', path), ...args]

await install('test/package')
try {
  cpSync(join(root, 'test/package/consumer'), project, { recursive: true })
  const pack = ['npm', 'pack', '--silent', '--ignore-scripts', '--workspaces', '--include-workspace-root']
  await step([...pack, '--pack-destination', project], root)
  for (const [name, budget] of Object.entries(sizeBudgets)) checkSize(name, statSync(tarballOf(name)).size, budget)
  const tarball = tarballOf('espalier')
  await installInProject(tarball, tarballOf('@espalier/regexp-safety'))

  if (process.argv.includes('--run')) await checkRunning()
  if (process.argv.includes('--created')) await checkProjects()
  if (process.argv.length === 2) {
    await checkReading(tarball)
    await checkProjects()
  }
} finally {
  rmSync(project, { recursive: true })
}

/** What the running Node makes of it. */
async function checkRunning() {
  await step([process.execPath, 'use.mjs'])
  await step([process.execPath, 'use.cjs'])
  await checkCommands()
}

/** What `npm create espalier` makes. */
async function checkProjects() {
  for (const fault of await checkCreated(project, tarballOf)) fail(fault)
}

/** What compilers, bundlers and judges of packages make of it. */
async function checkReading(tarball) {
  await step([...absolute(tsc7), '-p', '.'])
  await step([...absolute(tsc5), '-p', '.'])
  await checkSetUp()
  for (const fault of await checkSetUps(project)) fail(fault)
  // Last, because up to here no optional peer is there.
  for (const fault of await checkWithoutFastify(project)) fail(fault)
  await step(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', 'fastify@5'])
  for (const fault of await checkMoved(project)) fail(fault)
  await installCommands('@espalier/cli')
  for (const fault of await checkBundles(project)) fail(fault)
  await step(bin('publint/src/cli.js', tarball, '--strict'))
  // `require` of our ES module is what every supported Node does, so resolving to one is not a mistake.
  await step(
    bin('@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm')
  )
}

/** The commands: none without the companion, then each with its own. */
async function checkCommands() {
  const espalier = (...args) =>
    run([process.execPath, 'node_modules/espalier/dist/src/command.js', ...args], { cwd: project })
  const say = async (code, words, ...args) => {
    const outcome = await espalier(...args)
    if (outcome.code !== code || !outcome.output.includes(words)) fail(`espalier ${args.join(' ')}: ${outcome.output}`)
  }
  await say(2, 'npm install --save-dev @espalier/cli', '--help')
  await installCommands('@espalier/cli')
  await say(0, 'Usage: espalier <command>', '--help')
  await say(0, '(docs/recipes/uploads.md)', 'docs')
  await say(0, '# Streams', 'docs', '--page', 'docs/streams.md')
  await say(2, 'npm install --save-dev @espalier/openapi-import', 'endpoints', 'a.json', '--out', 'a.ts')
  await say(2, 'npm install --save-dev @espalier/migrate', 'migrate')
  await installCommands('@espalier/migrate', '@espalier/openapi-import')
  await say(2, 'a.json does not exist', 'endpoints', 'a.json', '--out', 'a.ts')
  await say(1, '@babel/parser', 'migrate', 'use.mjs')
}

/** With the documents, which the commands depend on. Not by installInProject: Fastify may be here by now, and its dependencies promise newer Nodes alone. */
function installCommands(...names) {
  return step([
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    ...['@espalier/docs', ...names].map(tarballOf)
  ])
}

/** A package that does not promise the running Node is told by a warning alone. */
async function installInProject(...tarballs) {
  const { code, output } = await run(
    ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs, 'tsx@4'],
    {
      cwd: project
    }
  )
  if (code === 0 && !output.includes('EBADENGINE')) return
  fail(output)
}

/** Compiles the set-up for TypeScript of the README as its reader would: its first program, and the plugins of the tour. */
async function checkSetUp() {
  const documents = ['README.md', 'docs/tour.md'].map((path) => readFileSync(join(root, path), 'utf8'))
  const blocks = [...documents.join('\n').matchAll(/^```(\w+)(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language, notes, text]) => ({
      language,
      notes,
      text
    })
  )
  const find = (language, words) =>
    blocks.find((block) => block.language === language && `${block.notes}\n${block.text}`.includes(words))
  const files = {
    'tsconfig.json': find('json', 'compilerOptions'),
    'hello.ts': find('ts', '/hello/:name'),
    'plugins.ts': find('ts', 'file="plugins.ts"'),
    'main.ts': find('ts', "from './plugins.ts'")
  }
  const folder = join(project, 'readme')
  mkdirSync(folder)
  for (const [name, { text }] of Object.entries(files)) writeFileSync(join(folder, name), text)
  for (const tsc of [tsc7, tsc5]) {
    await step([...absolute(tsc), '-p', 'readme'])
    for (const name of ['hello.js', 'main.js']) await step([process.execPath, '--check', join('readme', 'out', name)])
    rmSync(join(folder, 'out'), { recursive: true })
  }
}

function checkSize(name, bytes, budget) {
  if (bytes <= budget) return
  fail(`The tarball of ${name} has ${bytes} bytes; the budget is ${budget}`)
}

function fail(sentence) {
  console.log(sentence)
  process.exitCode = 1
}

async function step(command, cwd = project) {
  const { code, output } = await run(command, { cwd })
  if (code === 0) return
  fail(`${command.join(' ')}\n${output}`)
}
