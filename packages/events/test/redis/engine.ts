/** Starts a Redis server for one test: `redis-server` on the PATH, or the program in REDIS_SERVER. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arrival } from '../../../../test/until.ts'

const program = process.env.REDIS_SERVER ?? 'redis-server'

/** The reason why tests with Redis are skipped, or `false`. */
export const skip = spawnSync(program, ['--version']).status === 0 ? false : 'there is no redis-server'

export interface Engine {
  readonly path: string
  /** Suspends the process, or continues it. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
  restart(...options: string[]): Promise<void>
}

/** @param options of the program, such as `--maxmemory 3mb` in two arguments */
export async function startEngine(...options: string[]): Promise<Engine> {
  // The path of a socket has at most about 100 characters.
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const path = join(folder, 's')
  const start = async (more: readonly string[]) => {
    const own = ['--port', '0', '--unixsocket', path, '--save', '', '--dir', folder]
    const child = spawn(program, [...own, ...more], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ready = (async () => {
      for await (const text of child.stdout.setEncoding('utf8'))
        if (/Ready to accept connections|ready to accept connections/.test(text)) break
    })()
    await arrival(ready, 'Redis')
    child.stdout.resume()
    return child
  }
  let child = await start(options)
  const end = async () => {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await arrival(exit, 'the end of Redis')
  }
  return {
    path,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await end()
      rmSync(folder, { recursive: true, force: true })
    },
    async restart(...more) {
      if (child.exitCode === null && child.signalCode === null) await end()
      child = await start(more)
    }
  }
}
