import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../until.ts'
import type { Report } from './server.ts'

const program = fileURLToPath(new URL('./server.js', import.meta.url))

type Look = Extract<Report, { heap: number }>

export interface Child {
  readonly port: number
  /** The heap after a collection in bytes, the open connections, and the requests that are over. */
  readonly look: () => Promise<Look>
  /** The same, when no connection is open any more. */
  readonly lookWhenQuiet: () => Promise<Look>
  /** Closes the app; answers the milliseconds that it took, when the process has ended by itself with this code. */
  readonly close: () => Promise<{ closed: number; code: number | null }>
  readonly process: ChildProcess
}

/** Starts the server in a process of its own. @param files how many files it may have open */
export async function startChild(t: TestContext, { files }: { files?: number } = {}): Promise<Child> {
  const command = [process.execPath, '--expose-gc', program]
  const limited = files === undefined ? command : ['sh', '-c', `ulimit -n ${files} && exec "$0" "$@"`, ...command]
  const child = spawn(limited[0] as string, limited.slice(1), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  t.after(() => child.kill('SIGKILL'))
  const next = async () => (await once(child, 'message'))[0] as Report
  const { port } = (await next()) as { port: number }
  const look = async () => {
    child.send('look')
    return (await next()) as Look
  }
  return {
    port,
    process: child,
    look,
    lookWhenQuiet: async () => {
      let seen = await look()
      const isQuiet = async () => {
        seen = await look()
        return seen.open === 0
      }
      await until(isQuiet, 'the end of every connection', { every: 50 })
      return seen
    },
    close: async () => {
      const exit = once(child, 'exit')
      child.send('close')
      const { closed } = (await next()) as { closed: number }
      const [code] = (await exit) as [number | null]
      return { closed, code }
    }
  }
}
