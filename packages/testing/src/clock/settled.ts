/** Detects when a process has nothing more to do at the current time. */
import { AsyncResource } from 'node:async_hooks'

const { Date: RealDate, setImmediate: onTurn } = globalThis

/** In turns of the event loop without work. Bytes on a socket may take several turns to arrive. */
const quietTurns = { alone: 3, overSockets: 20 }
/** In milliseconds of real time: how long endless work is waited for. */
const patience = 1000

/** Whether a resource is a DNS look-up or a file read, which ends by itself. */
const isRequest = (resource: string): boolean => /^(FSReq|GetAddrInfo|GetNameInfo)/.test(resource)
const isSocket = (resource: string): boolean => /^(TCP|Pipe)(Socket|Connect)?Wrap|^TLS/.test(resource)

/** Returns a number that each new asynchronous resource increases. A turn in which only this module created some was quiet. */
const countResources = (): number => new AsyncResource('clock').asyncId()
const ofOneTurn = 2

/** Waits until promises and sockets of this process have nothing more to do. It does not wait for other processes, nor longer than a second. */
export function settled(): Promise<void> {
  const began = RealDate.now()
  let before = 0
  let quiet = 0
  return new Promise((resolve) => {
    // Without promises, because they may count as resources.
    const look = () => {
      const count = countResources()
      const resources = process.getActiveResourcesInfo()
      quiet = count - before <= ofOneTurn && !resources.some(isRequest) ? quiet + 1 : 0
      before = count
      const enough = resources.some(isSocket) ? quietTurns.overSockets : quietTurns.alone
      if (quiet >= enough || RealDate.now() - began >= patience) resolve()
      else onTurn(look)
    }
    onTurn(look)
  })
}
