/** Who waits for the end of a light response. When it becomes real, Node's own events tell them. */
import type { ServerResponse } from 'node:http'
import { type FinishedCallback, listenForFinish } from './real-response.ts'
import { lightMark } from './upgrade.ts'

/** Who hears that the answer is complete or lost. */
export const done = Symbol('espalier.done')
/** Who hears that the response has closed, whichever way it ended. */
export const closings = Symbol('espalier.closings')

export interface Watched {
  [lightMark]: boolean
  readonly _closed: boolean
  [done]: FinishedCallback | null
  [closings]: Set<() => void> | null
}

export function tellFinished(response: Watched, error: Error | null): void {
  const callback = response[done]
  response[done] = null
  callback?.(error)
}

export function tellClosed(response: Watched): void {
  const callbacks = response[closings]
  response[closings] = null
  for (const callback of callbacks ?? []) callback()
}

/** Calls back when a response has closed, whichever way it ended; returns what takes the callback back. */
export function onClosed(response: Watched, callback: () => void): () => void {
  if (response._closed) process.nextTick(callback)
  else {
    response[closings] ??= new Set()
    response[closings].add(callback)
  }
  return () => {
    response[closings]?.delete(callback)
    // It may be Node's own by now.
    if (!response[lightMark]) (response as object as ServerResponse).off('close', callback)
  }
}

/** Hands on to Node's events whoever still waits. */
export function handOver(watched: Watched, stock: ServerResponse): void {
  for (const callback of watched[closings] ?? []) stock.once('close', callback)
  watched[closings] = null
  const callback = watched[done]
  watched[done] = null
  if (callback !== null) listenForFinish(stock, callback)
}
