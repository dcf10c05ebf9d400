/** Children that serve: when they listen, and how they end. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { accepts } from './port.mjs'

const running = new Set()

/** Ends a child with this process, also where that is told to end or fails. */
export function bound(child) {
  if (running.size === 0) process.once('exit', endAll)
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function endAll() {
  for (const child of running) {
    child.kill('SIGTERM')
    // One that was stopped does not end before it goes on.
    child.kill('SIGCONT')
  }
}

/** Resolves when a port accepts connections. */
export async function untilListening(port, within = 30_000) {
  const end = Date.now() + within
  while (!(await accepts(port))) {
    if (Date.now() > end) throw new Error(`nothing listens at port ${port}`)
    await sleep(50)
  }
}

/** Ends a child by a signal, and by SIGKILL where it goes on; resolves to `[code, signal]`. */
export async function stopped(child, signal = 'SIGTERM', within = 20_000) {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode]
  const exit = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), within)
  const outcome = await exit
  clearTimeout(timer)
  return outcome
}
