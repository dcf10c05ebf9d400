/** Calls `beat` of each event stream four times per heartbeat interval. Streams share one timer, because ten thousand timers would cost too much. */
import { getOrCreate } from '../base/get-or-create.ts'
import { isWorker } from '../require.ts'

export const beatsInHeartbeat = 4

interface HeartbeatListener {
  beat(): void
}

function createTimer(heartbeat: number) {
  const streams = new Set<HeartbeatListener>()
  let timer: NodeJS.Timeout | null = null
  return (stream: HeartbeatListener): (() => void) => {
    streams.add(stream)
    timer ??= setInterval(() => {
      for (const one of streams) one.beat()
    }, heartbeat / beatsInHeartbeat)
    // The connection of a running stream keeps the process alive, so the timer need not.
    timer.unref?.()
    return () => {
      streams.delete(stream)
      if (streams.size > 0 || timer === null) return
      clearInterval(timer)
      timer = null
    }
  }
}

const timers = new Map<number, ReturnType<typeof createTimer>>()

/** Returns a function that removes the stream. @param heartbeat in milliseconds */
export function joinHeartbeat(heartbeat: number, stream: HeartbeatListener): () => void {
  // On Cloudflare Workers a timer belongs to the request that started it, so it cannot be shared.
  if (isWorker) return createTimer(heartbeat)(stream)
  return getOrCreate(timers, heartbeat, () => createTimer(heartbeat))(stream)
}
