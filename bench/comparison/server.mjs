// A program of a contender in a process of its own, as its users start it, and what it answers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { accepts, freePort } from '../../scripts/servers/port.mjs'
import { firstAnswer, readAnswer } from '../load.mjs'
import { pin } from '../process.mjs'

const usage = join(import.meta.dirname, 'usage.mjs')

/** Starts a program, and resolves once it takes connections. @throws where it ends before it does, with the last line of its complaint */
export async function start({ folder }, program = 'app') {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', usage, join(folder, `${program}.js`)], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc']
  })
  pin(child.pid)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text))
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(/^\w*(?:Error|Exception)\b.*$/m.exec(complaint)?.[0] ?? complaint)
    await setTimeout(2)
  }
  return { port, child, stop: () => child.kill('SIGKILL') }
}

export const toBytes = (path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)

/** Resolves to status, media type and body of the answer to a GET. */
export async function ask(port, path) {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    return readAnswer(await firstAnswer(socket, toBytes(path)))
  } finally {
    socket.destroy()
  }
}

/** The microseconds of CPU that a server's process has used so far, and the bytes that it holds. */
export async function usageOf({ child }) {
  child.send('usage')
  const [answer] = await once(child, 'message')
  return answer
}
