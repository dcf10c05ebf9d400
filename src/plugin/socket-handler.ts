/**
 * How the handler of a socket ends. An iterator cannot distinguish a loop that is left from one that throws, so a channel waits for its handler. That
 * works for routes in a context that adopted the plugin of sockets.
 */
import { promiseOf } from '../base/promise.ts'
import { type Callable, isFunction, toCallable } from '../user-function.ts'

type OnEnd = (isFailed: boolean) => void

/** The waiting channels, by the sockets whose handlers are at work. */
const waiting = new WeakMap<object, OnEnd[]>()

/**
 * Calls back when the handler of a socket has ended, before its error goes on to the plugin.
 *
 * @returns whether such a handler is at work
 */
export function onHandlerEnd(socket: object, callback: OnEnd): boolean {
  return waiting.get(socket)?.push(callback) !== undefined
}

/** Returns a handler of sockets whose end is noticed; what is no function stays as it is. */
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
