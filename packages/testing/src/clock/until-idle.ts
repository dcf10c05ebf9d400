import { AsyncResource } from 'node:async_hooks'

const { Date: RealDate, setImmediate: realSetImmediate } = globalThis

/** The process is idle after this many turns of the event loop without work. Bytes may need several turns to arrive at an open socket. */
const quietTurns = { withoutSockets: 3, withSockets: 20 }
/** In milliseconds of real time. Some programs are never idle, so the wait has a limit. */
const longestWait = 1000

/** Whether a resource is a DNS look-up or a file operation in progress. Both end without new work. */
const isRequest = (resource: string): boolean => /^(FSReq|GetAddrInfo|GetNameInfo)/.test(resource)
const isSocket = (resource: string): boolean => /^(TCP|Pipe)(Socket|Connect)?Wrap|^TLS/.test(resource)

/**
 * Returns a number that grows with every asynchronous resource, such as a promise. In an idle process, only this module creates such resources
 * between two calls.
 */
const countResources = (): number => new AsyncResource('clock').asyncId()
const ownResourcesPerTurn = 2

/** Waits until promises and sockets of this process are idle, for at most a second. Work in other processes is not noticed. */
export function untilIdle(): Promise<void> {
  const began = RealDate.now()
  let before = 0
  let quiet = 0
  return new Promise((resolve) => {
    // Promises would be counted as work, so `check` is a callback.
    const check = () => {
      const count = countResources()
      const resources = process.getActiveResourcesInfo()
      quiet = count - before <= ownResourcesPerTurn && !resources.some(isRequest) ? quiet + 1 : 0
      before = count
      const enough = resources.some(isSocket) ? quietTurns.withSockets : quietTurns.withoutSockets
      if (quiet >= enough || RealDate.now() - began >= longestWait) resolve()
      else realSetImmediate(check)
    }
    realSetImmediate(check)
  })
}
