/** When a process has done all that it can do at the present time. */
import { AsyncResource } from 'node:async_hooks'

const { Date: RealDate, setImmediate: onTurn } = globalThis

/** In turns of the event loop. Bytes on a socket may take some to arrive. */
const quietTurns = { alone: 3, overSockets: 20 }
/** In milliseconds of real time: how long work that does not end is waited for. */
const patience = 1000

/** A look-up of a name or a read of a file, which ends by itself. */
const isRequest = (resource: string): boolean => /^(FSReq|GetAddrInfo|GetNameInfo)/.test(resource)
const isSocket = (resource: string): boolean => /^(TCP|Pipe)(Socket|Connect)?Wrap|^TLS/.test(resource)

/** Each new asynchronous resource counts this up: a turn in which only this module made some was quiet. */
const countResources = (): number => new AsyncResource('clock').asyncId()
const ofOneTurn = 2

/**
 * Waits until promises and sockets of this process have nothing more to do. Other processes are not waited for, nor work that goes on for longer than a
 * second.
 */
export function settled(): Promise<void> {
  const began = RealDate.now()
  let before = 0
  let quiet = 0
  return new Promise((resolve) => {
    // Without promises, which may count as resources too.
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
