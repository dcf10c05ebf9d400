// `npm run dev` of a project: how long it takes to the first answer, the page beside the application, and a save.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/servers/port.mjs'

/** In milliseconds. A machine that is busy takes longer than the 1.5 s of docs/dev.md. */
const patience = 60_000

/** @returns what went wrong, in sentences */
export async function checkDevelopment(project, { hasPage }) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...process.env, PORT: `${port}`, LOG_LEVEL: 'warn', NODE_OPTIONS: '' }
  const began = performance.now()
  const child = spawn('npm', ['run', 'dev'], { cwd: project, env, detached: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = once(child, 'close')
  const faults = []
  try {
    await until(async () => (await statusOf(`${origin}/live`)) === 200)
    console.log(
      `npm run dev ${hasPage ? 'with every feature' : 'of a plain project'}: first answer in ${Math.round(performance.now() - began)} ms`
    )
    if (hasPage) faults.push(...(await checkPage(origin)))
    faults.push(...(await checkSave(project, origin)))
  } catch (error) {
    faults.push(`npm run dev: ${error.message}\n${said}`)
  }
  // npm, its shell and the command get the signal, as from the keyboard.
  process.kill(-child.pid, 'SIGINT')
  await ended
  return faults
}

async function until(holds) {
  for (const end = Date.now() + patience; !(await holds()); await sleep(10))
    if (Date.now() > end) throw new Error('it took too long')
}

const statusOf = (url) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0
  )

async function checkPage(origin) {
  const document = await (await fetch(origin, { headers: { accept: 'text/html' } })).text()
  const script = await (await fetch(`${origin}/main.ts`)).text()
  const answers = {
    document: document.includes('<h1>Notes</h1>') && document.includes('/@vite/client'),
    script: script.includes('createClient')
  }
  const isApi = (await statusOf(`${origin}/api/notes`)) === 401 && (await statusOf(`${origin}/api/nothing`)) === 404
  return Object.values({ ...answers, isApi }).every(Boolean)
    ? []
    : [`the page of npm run dev is ${document}\n${script.slice(0, 500)}`]
}

/** A route that a save adds answers, and goes when the file is as before. */
async function checkSave(project, origin) {
  const file = join(project, 'src/description.ts')
  const before = readFileSync(file, 'utf8')
  const began = performance.now()
  writeFileSync(file, before.replace('    return app', "    app.get('/saved', () => 'saved')\n    return app"))
  try {
    await until(async () => (await statusOf(`${origin}/saved`)) === 200)
    console.log(`a save was answered in ${Math.round(performance.now() - began)} ms`)
  } finally {
    writeFileSync(file, before)
  }
  await until(async () => (await statusOf(`${origin}/saved`)) === 404)
  return []
}
