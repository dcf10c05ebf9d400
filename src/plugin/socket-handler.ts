/**
 * Observes how the handler of a WebSocket ends. The iterator of a channel cannot distinguish `break` from an exception in the loop. So the channel
 * waits until its handler has ended. Only routes in a context that adopted `@fastify/websocket` are observed.
 */
import { promiseOf } from '../base/outcome.ts'
import { type Callable, isFunction, toCallable } from '../user-function.ts'

type OnEnd = (isFailed: boolean) => void

const waiting = new WeakMap<object, OnEnd[]>()

/** Returns whether a handler of the socket is running. The callback runs before the plugin gets an error of the handler. */
export function onHandlerEnd(socket: object, callback: OnEnd): boolean {
  return waiting.get(socket)?.push(callback) !== undefined
}

export function followHandler(given: unknown): unknown {
  if (!isFunction(given)) return given
  const handler = toCallable(given)
  const follow: Callable = function (this: unknown, ...args) {
    const callbacks: OnEnd[] = []
    const socket = args[0] as object
    waiting.set(socket, callbacks)
    const end = (isFailed: boolean) => {
      waiting.delete(socket)
      for (const callback of callbacks) callback(isFailed)
    }
    try {
      const result = Reflect.apply(handler, this, args)
      const promise = promiseOf(result)
      if (promise === null) end(false)
      else
        promise.then(
          () => end(false),
          () => end(true)
        )
      return result
    } catch (error) {
      end(true)
      throw error
    }
  }
  return follow
}
