// Runs files of Node's own tests, each in a process of its own.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const preload = fileURLToPath(new URL('preload.cjs', import.meta.url))
const limit = 60_000
const mostOutput = 100_000

/** The files that make an HTTP server, and all `test-http-…`. */
export function testFiles(folder) {
  return ['parallel', 'sequential', 'async-hooks', 'pummel'].flatMap((kind) => {
    const home = join(folder, 'test', kind)
    if (!existsSync(home)) return []
    const names = readdirSync(home).filter((name) => /^test-.*\.m?js$/.test(name) && !/^test-http(2|s)/.test(name))
    return names.sort().flatMap((name) => (makesServer(home, kind, name) ? [`${kind}/${name}`] : []))
  })
}

function makesServer(home, kind, name) {
  if (kind === 'parallel' && name.startsWith('test-http-')) return true
  const text = readFileSync(join(home, name), 'utf8')
  return /(?:require\(|from )['"](?:node:)?http['"]/.test(text) && /createServer|\bServer\(/.test(text)
}

/** Runs files, so many at a time; those that are made to run alone come last. `environment` is empty for Node as it is. */
export async function runFiles(folder, files, environment, jobs) {
  const results = []
  const isShared = (file) => /^(?:parallel|async-hooks)\//.test(file)
  const queue = files.filter(isShared)
  const take = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift())
      results.push(await runFile(folder, file, environment))
  }
  await Promise.all(Array.from({ length: jobs }, take))
  for (const file of files.filter((one) => !isShared(one))) results.push(await runFile(folder, file, environment))
  return results
}

let started = 0

export function runFile(folder, file, environment) {
  const path = join('test', file)
  const text = readFileSync(join(folder, path), 'utf8')
  const flags = [...text.matchAll(/^\/\/ Flags: (.*)$/gm)].flatMap(([, line]) => line.trim().split(/\s+/))
  const id = `${process.pid}${started++}`
  const temporary = join(tmpdir(), 'node-tests')
  const notes = join(temporary, `notes-${id}`)
  mkdirSync(temporary, { recursive: true })
  const isStock = Object.keys(environment).length === 0
  const child = spawn(process.execPath, [...flags, ...(isStock ? [] : ['--require', preload]), path], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: undefined,
      NODE_TEST_DIR: temporary,
      TEST_SERIAL_ID: id,
      TEST_THREAD_ID: id,
      ...environment,
      ...(isStock ? {} : { LANE_NOTES: notes })
    }
  })
  return outcome(child, { file, notes })
}

function kill({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}

function outcome(child, { file, notes }) {
  let output = ''
  let isLate = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      if (output.length < mostOutput) output += text
    })
  const timer = setTimeout(() => {
    isLate = true
    kill(child)
  }, limit)
  return new Promise((settle) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      kill(child)
      const noted = new Set(existsSync(notes) ? readFileSync(notes, 'utf8').split('\n') : [])
      rmSync(notes, { force: true })
      const reason = isLate ? 'it did not end' : `${code ?? signal}: ${complaint(output)}`
      settle({ file, passes: code === 0, isSkipped: /^1\.\.0 # Skipped/m.test(output), noted, reason, output })
    })
  })
}

function complaint(output) {
  const lines = output.trim().split('\n')
  return (lines.find((line) => /Error\b.*:|^Mismatched/.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 200)
}
