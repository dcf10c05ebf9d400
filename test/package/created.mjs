// Projects of `npm create espalier`, made by the packed package: each compiles, passes its own tests, and loses no request while its processes are
// replaced under load. One is that of the tutorial. `ESPALIER_REPLACED=40` replaces more processes than the stage has time for.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../../scripts/project.mjs'
import { freePort } from '../../scripts/servers/port.mjs'
import { checkDevelopment } from './development.mjs'
import { checkTutorial } from './tutorial.mjs'

/** Beside one with every feature: each feature without the others, and those that change each other's files. */
const others = ['', 'database', 'login', 'client', 'events', 'docker', 'client,events']
/** The database of a project goes into both as it is, also where the project has no events. */
const stores = `import { postgresLog } from '@espalier/events/postgres'
import { postgresStore } from '@espalier/kit/idempotency'
import type { Database } from './database.ts'

export const over = (db: Database) => ({ log: postgresLog(db), store: postgresStore(db) })
`
const replacements = Number(process.env.ESPALIER_REPLACED ?? 2)
/** Longer than a balancer on a busy machine needs to notice, in milliseconds. */
const drain = 2000

/** Makes the projects below a folder. @returns what went wrong, in sentences */
export async function checkCreated(folder, tarballOf) {
  const faults = []
  const step = async (cwd, ...command) => {
    const { code, output } = await run(command, { cwd })
    if (code !== 0) faults.push(`${command.join(' ')} in ${cwd}\n${output}`)
    return code === 0
  }
  const home = join(folder, 'created')
  mkdirSync(home)
  const npm = ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline']
  if (!(await step(home, ...npm, '--prefix', '.', tarballOf('create-espalier')))) return faults
  const main = join(home, 'node_modules/create-espalier/dist/main.js')
  const create = (name, list) => step(home, process.execPath, main, name, ...(list === '' ? [] : ['--with', list]))

  await create('shop', 'all')
  const shop = join(home, 'shop')
  takeTarballs(shop, tarballOf)
  const began = performance.now()
  if (!(await step(shop, ...npm))) return faults
  console.log(`npm install with every feature took ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const script of ['check', 'test', 'guards', 'build']) await step(shop, 'npm', 'run', script)
  // Below the first, whose packages they find.
  for (const [index, list] of others.entries()) {
    const name = `shop/variants/v${index}`
    await create(name, list)
    if (list === 'database') writeFileSync(join(home, name, 'src/stores.ts'), stores)
    await step(join(home, name), 'npm', 'run', 'check')
  }
  const plain = join(shop, 'variants/v0')
  await step(plain, 'npm', 'test')
  await step(plain, 'npm', 'run', 'build')
  // A project that was not built would not start.
  if (faults.length > 0) return faults
  return [
    ...(await checkDevelopment(shop, { hasPage: true })),
    ...(await checkDevelopment(plain, { hasPage: false })),
    ...(await checkNotesStay(shop)),
    ...(await checkTutorial(shop, `${process.execPath} ${main}`)),
    ...(await checkRollingRestart(plain))
  ]
}

/** What is packed here stands in for what is published. */
function takeTarballs(project, tarballOf) {
  const path = join(project, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  for (const packages of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(packages)) if (/^@?espalier/.test(name)) packages[name] = `file:${tarballOf(name)}`
  const needed = ['@espalier/docs', '@espalier/regexp-safety']
  manifest.overrides = Object.fromEntries(needed.map((name) => [name, `file:${tarballOf(name)}`]))
  writeFileSync(path, JSON.stringify(manifest))
}

/** Starts what was built, and waits until it is ready. */
async function start(project, wait = 0) {
  const port = await freePort()
  const env = { ...process.env, PORT: `${port}`, DRAIN: `${wait}`, LOG_LEVEL: 'warn', NODE_OPTIONS: '' }
  const child = spawn(process.execPath, ['dist/main.js'], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = once(child, 'close')
  const origin = `http://127.0.0.1:${port}`
  for (const until = Date.now() + 60_000; !(await isReady(origin)); await sleep(20))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the project did not start:\n${said}`)
  return {
    origin,
    async end() {
      child.kill('SIGTERM')
      const [code] = await ended
      return code === 0 && said === '' ? [] : [`a process of a project ended with ${code}:\n${said}`]
    }
  }
}

const isReady = (origin) =>
  fetch(`${origin}/ready`).then(
    (answer) => answer.ok,
    () => false
  )

/** An account, its session and its notes outlast the process, whose folder no other one opens; the page is there. */
async function checkNotesStay(shop) {
  const first = await start(shop)
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'ada', password: 'correct horse' })
  await fetch(`${first.origin}/api/accounts`, { method: 'POST', headers: json, body })
  const session = await fetch(`${first.origin}/api/session`, { method: 'POST', headers: json, body })
  const cookie = session.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const text = JSON.stringify({ text: 'Buy milk' })
  await fetch(`${first.origin}/api/notes`, { method: 'POST', headers: { ...json, cookie }, body: text })
  const other = spawnSync(process.execPath, ['dist/main.js'], { cwd: shop, timeout: 30_000, encoding: 'utf8' })
  const faults = await first.end()
  if (other.status !== 1 || !/DATA: another process has the folder data open/.test(other.stderr))
    faults.push(`a second process on the same folder ended with ${other.status}: ${other.stderr}`)

  const second = await start(shop)
  const list = await (await fetch(`${second.origin}/api/notes`, { headers: { cookie } })).text()
  const page = await (await fetch(`${second.origin}/`)).text()
  faults.push(...(await second.end()))
  if (!list.includes('"Buy milk"')) faults.push(`a note did not outlast its process: ${list}`)
  if (!page.includes('<h1>Notes</h1>')) faults.push(`the page of a project is ${page}`)
  return faults
}

/** Clients behind a balancer, which asks /ready and knows nothing else, while each process is replaced by a new one. */
async function checkRollingRestart(project) {
  let serving = [await start(project, drain), await start(project, drain)]
  let able = serving.map(({ origin }) => origin)
  let isOver = false
  const balancer = repeat(async () => {
    const asked = await Promise.all(serving.map(async ({ origin }) => ({ origin, ready: await isReady(origin) })))
    able = asked.filter(({ ready }) => ready).map(({ origin }) => origin)
    await sleep(50)
  })
  const faults = []
  const counts = { answered: 0 }
  const clients = Array.from({ length: 16 }, (_, index) => repeat(() => ask(able, index, counts, faults)))
  function repeat(work) {
    return (async () => {
      while (!isOver) await work()
    })()
  }

  for (let replaced = 0; replaced < replacements && faults.length === 0; replaced++) {
    const [old, ...rest] = serving
    serving = [...serving, await start(project, drain)]
    await sleep(200)
    faults.push(...(await old.end()))
    serving = [...rest, serving.at(-1)]
  }
  isOver = true
  await Promise.all([balancer, ...clients])
  faults.push(...(await Promise.all(serving.map((process) => process.end()))).flat())
  console.log(`a project answered ${counts.answered} requests while ${replacements} processes were replaced`)
  if (counts.answered < 100) faults.push(`only ${counts.answered} requests were made`)
  return faults.slice(0, 3)
}

async function ask(able, index, counts, faults) {
  const origin = able[(index + counts.answered) % able.length]
  const isWriting = counts.answered % 4 === 0
  counts.answered++
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"one more"}' }
  try {
    // A list grows with the notes; a note that is not there costs the same each time.
    const answer = isWriting ? await fetch(`${origin}/api/notes`, request) : await fetch(`${origin}/docs/openapi.json`)
    await answer.text()
    if (answer.status !== (isWriting ? 201 : 200))
      faults.push(`a request was answered ${answer.status} during a rolling restart`)
  } catch (error) {
    faults.push(`a request was lost during a rolling restart: ${error.cause ?? error}`)
  }
}
