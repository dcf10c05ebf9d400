/**
 * Tells whether other code than espalier uses Node's response of an HTTP/2 request, even if the app does not read `reply.raw`. It may be another
 * 'request' listener, or a tracer that has replaced methods of the class.
 */
import type { ServerResponse } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import { once } from '../../base/once.ts'
import { require } from '../../require.ts'
import { isNodesOwn } from '../http-watchers.ts'
import type { RequestListeners } from '../request-listeners.ts'

const listenersOf = new WeakMap<ServerHttp2Session, RequestListeners>()

export function watchSession(session: ServerHttp2Session, listeners: RequestListeners): void {
  listenersOf.set(session, listeners)
}

/** `null` if a method was replaced before the first request. */
const nodesMethods = once(() => {
  const { writeHead, write } = (require('node:http2') as typeof import('node:http2')).Http2ServerResponse.prototype
  return isNodesOwn(writeHead) && isNodesOwn(write) ? { writeHead, write } : null
})

export function isShared(rawReply: ServerResponse, session: ServerHttp2Session | undefined): boolean {
  const listeners = session && listenersOf.get(session)
  const methods: Record<'writeHead' | 'write', unknown> | null = nodesMethods()
  if (listeners === undefined || methods === null) return true
  const isAlone = listeners.check() && !listeners.hasOthers
  return !isAlone || rawReply.writeHead !== methods.writeHead || rawReply.write !== methods.write
}
