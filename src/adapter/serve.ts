import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ListenOptions } from '../../types/listen.ts'
import type { Core } from '../app.ts'
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import { errors, readOf } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import type { RawListener } from '../node-http.ts'
import { type AppObject, callMethod } from '../tree/app-object.ts'
import { runWatchingHooks } from '../tree/application-hooks.ts'
import { toCallable } from '../user-function.ts'
import { closeOn, keepEarlySignals } from './close-on.ts'
import { Connections } from './connections.ts'
import { createInject } from './inject/inject.ts'
import { checkListenOptions, type ListenContext, listen, toShutdownTimes, urlOf } from './listen.ts'
import { createClientErrorHandler, createServer, type Server } from './node-server.ts'
import { OpenExchanges } from './open-exchanges.ts'
import { describeShutdownTime, shutDown } from './shutdown.ts'
import { type ToTransport, toTransport, toTransportOrInjected } from './transport-of.ts'

interface Network extends Core {
  readonly server: Server
  readonly bindings: Server[]
  readonly connections: Map<Server, Connections>
  state: 'idle' | 'listening'
  /** In milliseconds: how long idle connections stay open while the app closes. */
  drain: number
  /** Removes the signal listeners, and ends the notice period. */
  release: () => void
}

/** The returned value controls `close()`: `true` destroys all connections, `'idle'` only idle ones, `false` none. */
function checkForceClose({ options }: Core, server: Server): boolean | 'idle' {
  const force = options.forceCloseConnections
  const canCloseIdle = typeof server.closeIdleConnections === 'function'
  if (force === 'idle' && !canCloseIdle) throw new errors.FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE()
  return force ?? (canCloseIdle ? 'idle' : false)
}

/** If the application's `clientErrorHandler` throws, only the client's connection is destroyed, and the process continues. */
function createClientErrorListener({ app, logger, options }: Core) {
  const stock = createClientErrorHandler((details, message) => logSafely(logger, 'trace', details, message))
  const handle = options.clientErrorHandler && toCallable(options.clientErrorHandler).bind(app)
  if (handle === undefined) return stock
  return (error: Error, socket: Duplex) => {
    const fail = (reason: unknown) => {
      logSafely(logger, 'error', { err: reason }, 'the handler of client errors failed')
      socket.destroy()
    }
    try {
      promiseOf(handle(error, socket))?.then(undefined, fail)
    } catch (reason) {
      fail(reason)
    }
  }
}

function listenBy({ listener }: Core, toTransport: ToTransport): RawListener {
  return (raw, rawReply) => listener(toTransport(raw, rawReply))
}

export function serve(core: Core): AppObject {
  const { app, options, boot } = core
  const connections = new Map<Server, Connections>()
  const listener = listenBy(core, toTransport)
  const createListening = () => {
    const server = createServer(options, listener, core.listener)
    connections.set(server, new Connections(server, options.closeTimeout))
    server.on('clientError', createClientErrorListener(core))
    return server
  }
  keepEarlySignals()
  const network: Network = {
    ...{ ...core, server: createListening(), bindings: [], connections },
    ...{ state: 'idle', drain: 0, release: () => {} }
  }
  // Close hooks run in reverse order, so this first one runs last. Until then the signal listener stays, or a second signal would end the process.
  boot.loader.beforeClose(async () => network.release())
  const force = checkForceClose(core, network.server)
  boot.loader.onLoaded(() => boot.loader.beforeClose(() => close(network, force)))
  Object.assign(app, createNetworkVerbs(network, createListening), {
    server: network.server,
    routing: listenBy(core, toTransportOrInjected),
    inject: createInject(core)
  })
  Object.defineProperty(app, 'listeningOrigin', { get: () => originOf(network) })
  return app
}

/** Lists the address of the main server last. Closed servers are omitted, because Node still returns the path of a closed Unix socket. */
function addressesOf({ bindings, server }: Network): (AddressInfo | string)[] {
  const listening = [...bindings, server].filter((bound) => bound.listening !== false)
  return listening.map((bound) => bound.address()).filter((address) => address !== null)
}

function originOf(network: Network): string | undefined {
  const bound = addressesOf(network).at(-1)
  if (typeof bound === 'string' || bound === undefined) return bound
  return urlOf(network.options.https ? 'https' : 'http', bound)
}

/** Returns the function that boots the app, binds its server, and runs the `onListen` hooks. */
function createStart(network: Network, createListening: () => Server) {
  const { app, boot, server, bindings } = network
  const scheme = network.options.https ? 'https' : 'http'
  const log = (text: string) => logSafely(network.logger, 'info', text)
  const context: ListenContext = { server, createServer: createListening, bindings, scheme, log }
  return async (options: ListenOptions): Promise<string | undefined> => {
    const { signal } = options
    const times = toShutdownTimes(options)
    let address: string
    const abort = (): undefined => void callMethod(app, 'close')
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    network.release = closeOn(options.closeOn ?? [], (name) => {
      network.release = shutDown(name, network, times)
    })
    try {
      await boot.ready()
      if (boot.life.isEnding) return undefined
      network.state = 'listening'
      network.drain = times.drain
      address = await listen(context, options)
    } catch (error) {
      network.state = 'idle'
      network.release()
      throw error
    }
    if (times.notice + times.drain > 0) log(describeShutdownTime(times, network.options))
    await runWatchingHooks(network.tree.root, 'onListen', 0, (error) => reportHook(network, error))
    return address
  }
}

type ListenCallback = (error: unknown, address: string | null) => void

function createNetworkVerbs(network: Network, createListening: () => Server) {
  const { boot, closing } = network
  const start = createStart(network, createListening)
  return {
    listen(given: unknown = { port: 0, host: 'localhost' }, callback?: ListenCallback) {
      const options = checkListenOptions(given)
      const isTaken = network.state === 'listening' || boot.life.isEnding
      const error = boot.life.isEnding ? errors.FST_ERR_REOPENED_CLOSE_SERVER : errors.FST_ERR_REOPENED_SERVER
      const address = isTaken ? Promise.reject(new error()) : start(options)
      if (callback === undefined) return address
      if (callback.constructor.name === 'AsyncFunction') warn('FSTWRN003', 'listen method')
      // The promise has no address if an `AbortSignal` closed the app during `listen`. The callback is not called then.
      return void address.then(
        (bound) => bound !== undefined && process.nextTick(callback, null, bound),
        (failure) => process.nextTick(callback, failure, null)
      )
    },
    addresses: () => addressesOf(network),
    close(this: AppObject, callback?: unknown) {
      // From now on, responses contain `Connection: close`, even while the close hooks run.
      closing.begun = true
      closing.endsConnections = network.options.forceCloseConnections !== false
      return boot.close(this, callback)
    },
    [Symbol.asyncDispose](this: AppObject & { close(): unknown }) {
      return this.close()
    }
  }
}

export function reportHook({ logger }: Pick<Core, 'logger'>, error: unknown): void {
  logSafely(logger, 'error', { err: error }, String(readOf(error, 'message') ?? 'a hook of the application failed'))
}

/** The server accepts connections until the `preClose` hooks have run, because the hooks may depend on requests. */
async function close(network: Network, force: boolean | 'idle'): Promise<void> {
  const { bindings, closing, connections, drain, options, server } = network
  const openExchanges = new OpenExchanges(closing, connections, options.closeTimeout, drain)
  const refuse = () => {
    closing.active = true
  }
  // Requests still get a regular response until `drain` milliseconds have passed.
  const drained = setTimeout(refuse, drain)
  if (drain === 0) refuse()
  openExchanges.begin()
  try {
    await runWatchingHooks(network.tree.root, 'preClose', options.pluginTimeout, (error) => reportHook(network, error))
    if (network.state !== 'listening' && options.serverFactory !== undefined) return
    await Promise.all([...bindings, server].map((bound) => closeServer(network, bound, force)))
  } finally {
    openExchanges.stop()
    clearTimeout(drained)
    refuse()
  }
}

async function closeServer(
  { closing, connections, drain, options, state }: Network,
  server: Server,
  force: boolean | 'idle'
): Promise<void> {
  if (state === 'listening' && force === true) server.closeAllConnections?.()
  const own = connections.get(server)
  if (drain > 0) own?.keepIdle(drain)
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => {
      const wasNotRunning = readOf(error, 'code') === 'ERR_SERVER_NOT_RUNNING'
      if (error && !wasNotRunning) reject(error)
      else resolve()
    })
  })
  // Node's `server.close()` also closes idle connections. A server from `serverFactory` may not do so.
  if (force === 'idle' && options.serverFactory !== undefined) server.closeIdleConnections?.()
  if (closing.endsConnections) own?.drain(force === true)
  await closed.finally(() => own?.stop())
}
