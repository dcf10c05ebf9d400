/**
 * Detects code that watches Node's HTTP classes, such as a tracer. It would miss requests that are read without these classes, so Node then reads
 * every connection. Detected are:
 * - a `PerformanceObserver` of 'http' entries, and the trace category `node.http`: Node marks each new response
 * - a subscriber of 'http.server.response.created'
 * - replaced methods on `ServerResponse.prototype`
 *
 * No API shows observers and trace categories, so each connection makes a sample response.
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

/** Stays true once something has watched. */
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
 * Detects a wrapper even if it was installed before this module. The method runs on an object that throws on any access: a file between Node's and
 * this one in the stack is a wrapper.
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
  // Reading the stack runs `prepareStackTrace`.
  void error.stack
  throw error
}
