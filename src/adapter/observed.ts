/**
 * Detects code in this process that watches Node's HTTP classes. It would miss exchanges without those classes. Once one is found, every connection is
 * handled by Node. These are watchers:
 * - a `PerformanceObserver` of 'http' entries
 * - the trace category `node.http`
 * - a subscriber of 'http.server.response.created'
 * - a tracer that replaced methods on `ServerResponse.prototype`
 *
 * Relies on a mark that Node puts on a new response if an observer or tracer exists. There is no public way to read that, so one real response is made
 * per connection.
 */
import { channel } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { IncomingMessage, ServerResponse } from '../node-http.ts'
import type { UserFunction } from '../user-function.ts'

/** The request of that sample response. */
const sampleRequest = Object.assign(new IncomingMessage(new Socket()), {
  httpVersionMajor: 1,
  httpVersionMinor: 1
})

const responseCreated = channel('http.server.response.created')
const methods = ['writeHead', 'end', 'write', 'emit', 'assignSocket', 'detachSocket'] as const
const original = methods.map((name) => ServerResponse.prototype[name])

/** True once a watcher has been found; it stays true. */
export let watched =
  responseCreated.hasSubscribers || !methods.every((name) => isNodesOwn(ServerResponse.prototype[name]))

/** Checks again for watchers. */
export function lookForWatchers(): void {
  watched ||= responseCreated.hasSubscribers || isPatched() || isNoted(new ServerResponse(sampleRequest))
}

/** Whether methods of `ServerResponse.prototype` have been replaced. */
export function isPatched(): boolean {
  watched ||= methods.some((name, index) => ServerResponse.prototype[name] !== original[index])
  return watched
}

function isNoted(response: ServerResponse): boolean {
  return (
    '_traceEventId' in response ||
    Object.getOwnPropertySymbols(response).some((symbol) => symbol.description === 'ServerResponseStatistics')
  )
}

/**
 * Whether a method is Node's own and not a wrapper. A wrapper that is older than this module shows up as a stack frame. The method is called on an
 * object that throws on any access, and the stack of that error is read.
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
  // Reading the stack runs the formatter that is set above.
  void error.stack
  throw error
}
