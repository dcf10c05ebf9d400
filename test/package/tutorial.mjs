// The steps of docs/tutorial.md, in a project that `npm create espalier` makes: files are written and changed, commands run, and what they print is compared.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from '../../scripts/project.mjs'
import { freePort } from '../../scripts/servers/port.mjs'

/** How long a command may take, in milliseconds. */
const patience = 180_000

/**
 * Runs the tutorial below an installed project, whose packages it finds.
 * @param create a command that stands for `npm create espalier`
 * @returns what went wrong, in sentences; the steps behind it are not tried
 */
export async function checkTutorial(project, create) {
  const port = await freePort()
  const text = readFileSync(join(root, 'docs/tutorial.md'), 'utf8').replaceAll('3000', `${port}`)
  const home = join(project, 'variants')
  mkdirSync(home, { recursive: true })
  const bin = join(project, 'node_modules/.bin')
  const env = { ...process.env, PORT: `${port}`, NODE_OPTIONS: '', PATH: `${bin}${delimiter}${process.env.PATH}` }
  const shell = { folder: home, env, jobs: [], create }
  try {
    for (const block of blocksOf(text)) await takeStep(block, shell)
    return []
  } catch (error) {
    return [`docs/tutorial.md: ${error.message}`]
  } finally {
    for (const { child } of shell.jobs) if (child.exitCode === null) child.kill('SIGKILL')
  }
}

function blocksOf(text) {
  const blocks = text.matchAll(/^```(\w+)(?: file="(.+)")?\n([\s\S]*?)^```$/gm)
  return [...blocks].map(([, language, file, body]) => ({ language, file, body }))
}

async function takeStep({ language, file, body }, shell) {
  if (language === 'sh') {
    for (const [, command, output] of body.matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n)*)/gm))
      await runCommand(command, output, shell)
    return
  }
  if (file === undefined) throw new Error(`a block of '${language}' is no step:\n${body}`)
  const path = join(shell.folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, language === 'diff' ? applied(readFileSync(path, 'utf8'), body, file) : body)
}

/** Applies lines that begin with a space, `-` or `+`. */
function applied(text, diff, file) {
  const lines = diff.split(/(?<=\n)/)
  const side = (sign) => lines.filter((line) => line[0] === ' ' || line[0] === sign).map((line) => line.slice(1))
  const old = side('-').join('')
  if (text.split(old).length !== 2)
    throw new Error(`${file} has these lines ${text.split(old).length - 1} times:\n${old}`)
  return text.replace(old, () => side('+').join(''))
}

async function runCommand(command, expected, shell) {
  const [, folder] = /^cd (.+)$/.exec(command) ?? []
  const [, signal, job] = /^kill -(\w+) %(\d)$/.exec(command) ?? []
  if (folder !== undefined) shell.folder = join(shell.folder, folder)
  else if (job !== undefined) compare(command, expected, await endJob(shell.jobs[job - 1], signal))
  else if (command.endsWith(' &')) compare(command, expected, await startJob(command.slice(0, -2), shell))
  // The packages of the project around it are there.
  else if (command !== 'npm install') {
    const job = start(command, shell)
    const said = await collect(job)
    if (expected === '' && job.child.exitCode !== 0) throw new Error(`${command} failed:\n${said}${job.noted}`)
    compare(command, expected, said)
  }
}

/** Starts a command. `npx` and `npm start` would not pass a signal on, so what they run is run itself. */
function start(command, { folder, env, create }) {
  const own = command
    .replace(/^npm create espalier (.+) -- /, (_, name) => `${create} ${name} `)
    .replace(/^npx tsx /, 'node --import tsx ')
    .replace(/^npx /, '')
    .replace(/^npm start$/, 'node dist/main.js')
  const child = spawn('sh', ['-c', `exec ${own}`], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const job = { child, said: '', noted: '', ended: once(child, 'close') }
  child.stdout.setEncoding('utf8').on('data', (text) => (job.said += text))
  // Notes about a wait, which a busy machine has and others have not, are for a person.
  child.stderr.setEncoding('utf8').on('data', (text) => (job.noted += text))
  return job
}

async function collect(job) {
  const timer = setTimeout(() => job.child.kill('SIGKILL'), patience)
  await job.ended
  clearTimeout(timer)
  return job.said
}

/** Starts a command that goes on, and waits until it says that it has begun. */
async function startJob(command, shell) {
  const job = start(command, shell)
  shell.jobs.push(job)
  const timer = setTimeout(() => job.child.kill('SIGKILL'), patience)
  const isOver = job.ended.then(() => true)
  while (!/listening|asking/.test(job.said))
    if (await Promise.race([isOver, once(job.child.stdout, 'data').then(() => false)])) break
  clearTimeout(timer)
  const { said } = job
  job.said = ''
  return said
}

async function endJob(job, signal) {
  job.said = ''
  job.child.kill(`SIG${signal}`)
  const said = await collect(job)
  if (job.child.exitCode !== 0) throw new Error(`a process ended with ${job.child.exitCode}: ${said}${job.noted}`)
  return said
}

/** In what the page shows, `…` stands for any text. A command without an output has to end with 0, and may print. */
function compare(command, expected, said) {
  if (expected === '') return
  const escaped = expected
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${escaped.join('[\\s\\S]*')}$`)
  if (!pattern.test(said.trim())) throw new Error(`${command} printed\n${said}\nwhere the page has\n${expected}`)
}
