/** Three processes of the help desk behind nginx, with the files of examples/deploy. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNginx } from '../servers/nginx.mjs'
import { freePort } from '../servers/port.mjs'
import { bound, stopped } from '../servers/process.mjs'

const main = join(import.meta.dirname, 'entry/main.mjs')

/** A process that serves at a port, and may be started again. */
export class Served {
  child
  /** How often it ended without being told to. */
  crashes = 0
  #isEnding = false
  #options

  constructor(port, options) {
    this.port = port
    this.#options = options
  }

  /** Starts it; resolves when it is ready. */
  async start() {
    const { env, entry = main, log } = this.#options
    const output = openSync(log, 'a')
    const all = { ...process.env, ...env, PORT: `${this.port}` }
    this.#isEnding = false
    const child = bound(spawn(process.execPath, [entry], { env: all, stdio: ['ignore', output, output, 'ipc'] }))
    child.channel?.unref()
    closeSync(output)
    child.once('exit', () => {
      if (!this.#isEnding) this.crashes++
    })
    this.child = child
    while (!(await isReady(this.port))) {
      if (child.exitCode !== null) throw new Error(`a process ended with ${child.exitCode}: ${log}`)
      await sleep(50)
    }
  }

  /** The most memory that it has had, in MB: of the whole process, where the system tells it. */
  get peak() {
    const [, kilobytes = 0] = /VmHWM:\s+(\d+)/.exec(readIfThere(`/proc/${this.child.pid}/status`)) ?? []
    return Math.round(Number(kilobytes) / 1024)
  }

  /** Ends it by a signal; resolves to `[code, signal]`. */
  end(signal = 'SIGTERM') {
    this.#isEnding = true
    return stopped(this.child, signal)
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function isReady(port) {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(2000) })
    return ok
  } catch {
    return false
  }
}

/**
 * Starts three processes and nginx.
 *
 * @param env variables of the processes, beside those that all have
 * @param entry another program than the help desk's own
 * @param ports of the processes, one each
 * @param at the ports to which nginx goes, where they are others
 */
export async function startProcesses(world, { name, env, entry, ports, at }) {
  const folder = world.folderOf(name)
  const url = await world.database(name)
  const all = {
    DATABASE_URL: url,
    REDIS_URL: world.redis.url,
    TRUST_PROXY: '127.0.0.1',
    HELPDESK_DATA: join(folder, 'data'),
    HELPDESK_SECRET: 'the secret of the fleet',
    HELPDESK_LOGINS_PER_MINUTE: '100000',
    DRAIN: '3000',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...env
  }
  const log = join(folder, 'processes.log')
  ports ??= [await freePort(), await freePort(), await freePort()]
  const options = { env: all, entry, log }
  const processes = ports.map((port) => new Served(port, options))
  await Promise.all(processes.map((each) => each.start()))
  const nginx = await startNginx(folder, { ports: at ?? ports })
  return {
    url: nginx.url,
    database: url,
    processes,
    options,
    async stop() {
      await nginx.stop()
      await Promise.all(processes.map((each) => each.end('SIGKILL')))
    }
  }
}
