/**
 * Knows whether somebody in this process watches Node's own classes in a way that an exchange without them would slip past: a `PerformanceObserver` of
 * 'http' entries, the trace category `node.http`, a subscriber of 'http.server.response.created', or a tracer that replaced methods on
 * `ServerResponse.prototype`. From then on every connection is Node's.
 *
 * Leans on: Node noting on a fresh response that an observer or tracer exists. There is no public way to ask, so one real response is made
 * to look at, per connection.
 */
import { channel } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { IncomingMessage, ServerResponse } from '../node-http.ts'
import type { UserFunction } from '../user-function.ts'

/** What a fresh response of HTTP/1.1 is made for. */
const sampleRequest = Object.assign(new IncomingMessage(new Socket()), {
  httpVersionMajor: 1,
  httpVersionMinor: 1
})

const responseCreated = channel('http.server.response.created')
const methods = ['writeHead', 'end', 'write', 'emit', 'assignSocket', 'detachSocket'] as const
const original = methods.map((name) => ServerResponse.prototype[name])

/** True once somebody has been seen watching; it stays true. */
export let watched =
  responseCreated.hasSubscribers || !methods.every((name) => isNodesOwn(ServerResponse.prototype[name]))

/** Looks for watchers once more. */
export function lookForWatchers(): void {
  watched ||= responseCreated.hasSubscribers || isPatched() || isNoted(new ServerResponse(sampleRequest))
}

/** Whether somebody has replaced methods of `ServerResponse.prototype`. */
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
 * True when calling a method runs Node's own code at once; a wrapper put around it before this module was loaded shows as a frame of its own.
 * The method is run on an object that throws at the first touch, and the stack of that error is read.
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
  // Reading the stack formats it while the formatter above is in place.
  void error.stack
  throw error
}
