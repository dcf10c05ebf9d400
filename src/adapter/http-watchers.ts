/**
 * Detects tracers that observe Node's HTTP classes. espalier's own HTTP/1 reader (`lane/index.ts`) skips these classes, so the tracer would miss its
 * requests. Once a tracer is found, Node's parser reads all connections. Detected are:
 * - a `PerformanceObserver` for 'http' entries, and the trace category `node.http`
 * - a subscriber of the channel 'http.server.response.created'
 * - replaced methods on `ServerResponse.prototype`
 *
 * No API lists performance observers. So each connection creates a sample response, which Node marks internally if there is an observer.
 */
import { channel } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { IncomingMessage, ServerResponse } from '../node-http.ts'
import type { UserFunction } from '../user-function.ts'

const sampleRequest = Object.assign(new IncomingMessage(new Socket()), {
  httpVersionMajor: 1,
  httpVersionMinor: 1
})

const responseCreated = channel('http.server.response.created')
const methods = ['writeHead', 'end', 'write', 'emit', 'assignSocket', 'detachSocket'] as const
const original = methods.map((name) => ServerResponse.prototype[name])

export let isWatched =
  responseCreated.hasSubscribers || !methods.every((name) => isNodesOwn(ServerResponse.prototype[name]))

export function lookForWatchers(): void {
  isWatched ||= responseCreated.hasSubscribers || isPatched() || isNoted(new ServerResponse(sampleRequest))
}

export function isPatched(): boolean {
  isWatched ||= methods.some((name, index) => ServerResponse.prototype[name] !== original[index])
  return isWatched
}

function isNoted(response: ServerResponse): boolean {
  return (
    '_traceEventId' in response ||
    Object.getOwnPropertySymbols(response).some((symbol) => symbol.description === 'ServerResponseStatistics')
  )
}

/**
 * Whether a method comes from Node itself. The method is called on a proxy that throws. If the stack shows a file outside of Node, the method is a
 * wrapper. This also detects wrappers that were installed before this module was loaded.
 */
export function isNodesOwn(method: UserFunction): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error
  const trap = new Proxy({}, { get: throwWithStack })
  let files: unknown
  try {
    Error.stackTraceLimit = 10
    Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '')
    method.call(trap as never, trap as never)
  } catch (error) {
    files = (error as Error).stack
  } finally {
    Error.prepareStackTrace = prepareStackTrace
    Error.stackTraceLimit = stackTraceLimit
  }
  if (!Array.isArray(files)) return false
  const [trapFile, ...callers] = files as string[]
  return callers.find((file) => !file.startsWith('node:')) === trapFile
}

function throwWithStack(): never {
  const error = new Error('touched')
  // Reading `stack` runs `prepareStackTrace`, which records the files.
  void error.stack
  throw error
}
