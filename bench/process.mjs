// Server processes: each pinned on its own core, away from the load, started and asked over the IPC channel.
import { execFileSync, fork, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const serverCore = '0'
const loadCore = '1'
const startTimeout = 60_000

/** Whether servers and load have a core each: there are two, and `taskset` is there. */
export const isPinned = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** Moves this process, which makes the load, to its core. */
export function pinLoad() {
  if (isPinned) execFileSync('taskset', ['-a', '-c', '-p', loadCore, String(process.pid)], { stdio: 'ignore' })
}

/** Moves a server that was started otherwise to the servers' core, all its threads. */
export function pin(pid) {
  if (isPinned) execFileSync('taskset', ['-a', '-c', '-p', serverCore, String(pid)], { stdio: 'ignore' })
}

/** Runs a script on the servers' core and answers the one JSON value that it prints. */
export function runOnServerCore(script, args) {
  const command = [process.execPath, '--expose-gc', fileURLToPath(new URL(script, import.meta.url)), ...args]
  if (isPinned) command.unshift('taskset', '-c', serverCore)
  const env = { ...process.env, NODE_ENV: 'production' }
  return JSON.parse(
    execFileSync(command[0], command.slice(1), { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  )
}

/** A host process; `ask` resolves to its answer to a question of host.mjs. */
export class Host {
  #child

  /** @throws when the server does not start, with what it wrote to its standard error. */
  static async start(module, options) {
    const host = new Host()
    Object.assign(host, await host.#start(module, options))
    return host
  }

  #start(module, options) {
    const args = [fileURLToPath(new URL(module, import.meta.url)), JSON.stringify(options)]
    this.#child = fork(fileURLToPath(new URL('host.mjs', import.meta.url)), args, {
      execPath: isPinned ? 'taskset' : process.execPath,
      execArgv: isPinned ? ['-c', serverCore, process.execPath, '--expose-gc'] : ['--expose-gc'],
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc']
    })
    return this.#nextMessage()
  }

  #nextMessage() {
    const child = this.#child
    let complaints = ''
    const listen = (text) => {
      complaints += text
    }
    child.stderr.on('data', listen)
    return new Promise((resolve, reject) => {
      const end = (settle, value) => {
        clearTimeout(timer)
        child.stderr.off('data', listen)
        child.off('message', onMessage)
        child.off('exit', onExit)
        settle(value)
      }
      const onMessage = (message) => end(resolve, message)
      const onExit = () => end(reject, new Error(complaints.trim() || 'the server ended without a word'))
      const timer = setTimeout(() => {
        this.stop()
        end(reject, new Error('the server did not answer in time'))
      }, startTimeout)
      child.once('message', onMessage)
      child.once('exit', onExit)
    })
  }

  async ask(question, details) {
    const answer = this.#nextMessage()
    this.#child.send({ question, details })
    return (await answer).answer
  }

  stop() {
    this.#child.kill('SIGKILL')
  }
}
