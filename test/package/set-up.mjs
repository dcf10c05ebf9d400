// Lays out the folders of docs/typescript.md beside the packed package, compiles and runs each in every way that the page names, and provokes each
// message of its last table.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, run, tsc5, tsc7 } from '../../scripts/project.mjs'
import { freePort } from '../../scripts/servers/port.mjs'

const page = readFileSync(join(root, 'docs/typescript.md'), 'utf8')
const compilers = [tsc7, tsc5].map(([node, script]) => [node, join(root, script)])
const esbuild = join(root, 'node_modules/.bin/esbuild')
const [major, minor] = process.versions.node.split('.').map(Number)
/** Whether this Node takes types out of files by itself. */
const strips = major > 22 || (major === 22 && minor >= 18)
const wanted = '{"title":"The Library"}'

/** Resolves to a sentence for each claim of the page that is not so. */
export async function checkSetUps(project) {
  const home = join(project, 'typescript')
  for (const [, name, text] of page.matchAll(/^```\w+ file="([^"]+)"\n([\s\S]*?)^```$/gm)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  const faults = []
  const expect = async (promise) => {
    const fault = await promise
    if (fault !== undefined) faults.push(`docs/typescript.md: ${fault}`)
  }
  for (const folder of ['esm', 'cjs', 'bundled']) {
    const cwd = join(home, folder)
    for (const tsc of compilers) {
      // One folder is enough to see that no library needs to be left out, which takes the older compiler its time.
      await expect(compiles([...tsc, '-p', '.', '--skipLibCheck', `${folder !== 'esm'}`], cwd))
      if (folder === 'bundled') await expect(compiles(bundling('--external:espalier'), cwd))
      await expect(serves(['out/main.js'], cwd))
      rmSync(join(cwd, 'out'), { recursive: true, force: true })
    }
    if (folder !== 'bundled') await expect(serves([join(project, 'node_modules/tsx/dist/cli.mjs'), 'main.ts'], cwd))
  }
  if (strips) await expect(serves(['main.ts'], join(home, 'esm')))
  for (const fault of await checkMessages(project, home)) faults.push(`docs/typescript.md: ${fault}`)
  return faults
}

const bundling = (...more) => [
  ...[esbuild, 'main.ts', '--bundle', '--platform=node', '--format=esm'],
  ...[...more, '--outfile=out/main.js', '--log-level=error']
]

async function compiles(command, cwd) {
  const { code, output } = await run(command, { cwd })
  if (code !== 0) return `${command.join(' ')} in ${cwd} says ${output}`
}

/** Runs a program until it has answered. What it writes to standard error is a fault too, such as a warning. */
async function serves(args, cwd) {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const closed = new Promise((done) => child.once('close', done))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  let answer
  while (answer === undefined && child.exitCode === null) {
    await sleep(50)
    answer = await fetch(`http://localhost:${port}/`).then(
      (response) => response.text(),
      () => undefined
    )
  }
  child.kill()
  await closed
  if (answer !== wanted || errors !== '') return `${args.join(' ')} in ${cwd} answers ${answer} and writes ${errors}`
}

/** A sentence for each message of the page that what the page names as its cause does not bring, on some compiler. */
async function checkMessages(project, home) {
  const alone = mkdtempSync(join(tmpdir(), 'espalier-bundle-'))
  const modules = join(project, 'node_modules')
  const places = { modules, alone, esm: join(home, 'esm'), cjs: join(home, 'cjs'), bundled: join(home, 'bundled') }
  const [, table = ''] = page.split('## What messages mean')
  const messages = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message]) => message)
  const faults = Object.keys(causes).filter((message) => !messages.includes(message))
  for (const message of messages) {
    const outputs = (await causes[message]?.(places)) ?? ['no test']
    if (outputs.some((output) => !output.includes(message))) faults.push(`${message}, but ${outputs.join('\n')}`)
  }
  rmSync(alone, { recursive: true })
  return faults
}

const outputOf = async (command, cwd) => (await run(command, { cwd })).output
const compiling = async (cwd, ...options) => [
  await outputOf([...compilers[0], '-p', '.', '--skipLibCheck', ...options], cwd)
]

/** What provokes each message: resolves to outputs that hold it, to none where this Node does not have it. */
const causes = {
  ERR_UNKNOWN_FILE_EXTENSION: async ({ esm }) => (strips ? [] : [await outputOf([process.execPath, 'main.ts'], esm)]),
  async ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX({ esm }) {
    writeFileSync(join(esm, 'side.ts'), 'enum Side { Left }\nconsole.log(Side.Left)\n')
    return strips ? [await outputOf([process.execPath, 'side.ts'], esm)] : []
  },
  TS5097: ({ esm }) => compiling(esm, '--rewriteRelativeImportExtensions', 'false'),
  TS1479: ({ cjs }) => compiling(cjs, '--module', 'node16'),
  TS1309({ cjs }) {
    writeFileSync(join(cjs, 'top.ts'), "import { espalier } from 'espalier'\nawait espalier().ready()\n")
    return compiling(cjs)
  },
  async TS2688({ esm, modules }) {
    renameSync(join(modules, '@types'), join(modules, '@elsewhere'))
    const outputs = await compiling(esm)
    renameSync(join(modules, '@elsewhere'), join(modules, '@types'))
    return outputs
  },
  async "Cannot find module '@fastify/error'"({ bundled, alone }) {
    await run(bundling(), { cwd: bundled })
    cpSync(join(bundled, 'out/main.js'), join(alone, 'main.mjs'))
    return [await outputOf([process.execPath, 'main.mjs'], alone)]
  },
  async 'Dynamic require of'({ bundled, modules }) {
    for (const name of ['@fastify/cookie', 'cookie', 'fastify-plugin'])
      cpSync(join(root, 'node_modules', name), join(modules, name), { recursive: true })
    writeFileSync(join(bundled, 'main.ts'), "import cookie from '@fastify/cookie'\nconsole.log(typeof cookie)\n")
    await run(bundling('--external:espalier'), { cwd: bundled })
    const held = await outputOf([process.execPath, 'out/main.js'], bundled)
    await run(bundling('--packages=external'), { cwd: bundled })
    const outside = await outputOf([process.execPath, 'out/main.js'], bundled)
    return [outside === 'function\n' ? held : outside]
  },
  "does not exist on type 'LoadingApp<"({ esm }) {
    const program =
      "import { espalier, shared } from 'espalier'\nconst db = shared({ name: 'db', setup: (app) => app.decorate('db', 1) })\n"
    writeFileSync(join(esm, 'unawaited.ts'), `${program}const app = espalier().register(db)\nconsole.log(app.db)\n`)
    return compiling(esm)
  },
  "does not exist on type 'NewApp<"({ esm }) {
    const program =
      "import { espalier } from 'espalier'\nconst app = espalier()\napp.decorate('db', 1)\nconsole.log(app.db)\n"
    writeFileSync(join(esm, 'unkept.ts'), program)
    return compiling(esm)
  },
  "does not exist on type 'HintedApp<"({ esm }) {
    const program =
      "import { plugin } from 'espalier'\nexport default plugin({\n  name: 'clocks',\n  setup(app) {\n    app.decorate('clock', 1)\n    console.log(app.clock)\n  }\n})\n"
    writeFileSync(join(esm, 'unkept-in-a-plugin.ts'), program)
    return compiling(esm)
  },
  "'max' does not exist in type 'OptionsOf<"({ esm, modules }) {
    cpSync(join(root, 'node_modules/@fastify/rate-limit'), join(modules, '@fastify/rate-limit'), { recursive: true })
    const program = "import rateLimit from '@fastify/rate-limit'\nimport { espalier } from 'espalier'\n"
    writeFileSync(join(esm, 'limited.ts'), `${program}espalier().register(rateLimit, { max: 100 })\n`)
    return compiling(esm)
  }
}
