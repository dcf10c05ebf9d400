/** Detects that a process has nothing to do until the next timer fires. */
import { AsyncResource } from 'node:async_hooks'

const { Date: RealDate, setImmediate: onTurn } = globalThis

/** How many turns of the event loop without work count as idle. With open sockets the number is larger, because bytes may take several turns to arrive. */
const quietTurns = { alone: 3, overSockets: 20 }
/** In milliseconds of real time: the longest wait, because a program may never be without work. */
const longestWait = 1000

/** Whether a resource is a DNS look-up or a file operation. Such resources are work in progress, which ends by itself. */
const isRequest = (resource: string): boolean => /^(FSReq|GetAddrInfo|GetNameInfo)/.test(resource)
const isSocket = (resource: string): boolean => /^(TCP|Pipe)(Socket|Connect)?Wrap|^TLS/.test(resource)

/**
 * Returns a number that grows with every asynchronous resource, such as a promise. If the number grows only by the resources that this module
 * creates, nothing else ran.
 */
const countResources = (): number => new AsyncResource('clock').asyncId()
const ofOneTurn = 2

/** Waits until promises and sockets of this process have nothing more to do, at most a second. Work in other processes does not count. */
export function untilIdle(): Promise<void> {
  const began = RealDate.now()
  let before = 0
  let quiet = 0
  return new Promise((resolve) => {
    // Uses callbacks, because promises would be counted as work.
    const look = () => {
      const count = countResources()
      const resources = process.getActiveResourcesInfo()
      quiet = count - before <= ofOneTurn && !resources.some(isRequest) ? quiet + 1 : 0
      before = count
      const enough = resources.some(isSocket) ? quietTurns.overSockets : quietTurns.alone
      if (quiet >= enough || RealDate.now() - began >= longestWait) resolve()
      else onTurn(look)
    }
    onTurn(look)
  })
}
