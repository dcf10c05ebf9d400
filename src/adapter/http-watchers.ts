/**
 * Detects watchers: code in this process that watches Node's HTTP classes, such as a tracer. A watcher would miss requests that are read without
 * these classes. So after the first watcher, Node handles every connection. Watchers are:
 * - a `PerformanceObserver` of 'http' entries
 * - the trace category `node.http`
 * - a subscriber of 'http.server.response.created'
 * - a tracer that replaced methods on `ServerResponse.prototype`
 *
 * Node marks each new response while an observer or the trace category is active. No public API shows an observer or the trace category, so a sample
 * response is made for each connection.
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

/** Whether anything has watched Node's HTTP classes since the start of the process, such as the instrumentation of a tracing library. */
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
 * Whether a method is Node's own and not a wrapper, even if it was wrapped before this module was loaded. The method is called on an object that
 * throws on any access. If its error's stack has another file between Node's and this one, the method is wrapped.
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
  // Reading the stack runs `prepareStackTrace`, which is set above.
  void error.stack
  throw error
}
