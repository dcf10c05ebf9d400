/** Gives an app its network: the server, `listen`, `close` and `inject`. */
import type { AddressInfo } from 'node:net'
import type { Core } from '../app.ts'
import { errors } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import type { AppObject } from '../tree/app-object.ts'
import { runWatchingHooks } from '../tree/application-hooks.ts'
import { createInject } from './inject.ts'
import { checkListenOptions, type ListenContext, listen } from './listen.ts'
import { createClientErrorHandler, createServer, type Server } from './node-server.ts'

interface Network extends Core {
  readonly server: Server
  readonly bindings: Server[]
  state: 'idle' | 'listening'
}

/** Where connections go on close: `true` ends all, `'idle'` those that wait for a request. */
function checkForceClose({ options }: Core, server: Server): boolean | 'idle' {
  const force = options.forceCloseConnections
  const canCloseIdle = typeof server.closeIdleConnections === 'function'
  if (force === 'idle' && !canCloseIdle) throw new errors.FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE()
  return force ?? (canCloseIdle ? 'idle' : false)
}

/** Adds the verbs of the network to an app. */
export function serve(core: Core): AppObject {
  const { app, options, boot } = core
  const createListening = () => {
    const server = createServer(options, core.listener)
    const onClientError =
      options.clientErrorHandler ?? createClientErrorHandler((details, message) => core.logger.trace(details, message))
    server.on('clientError', onClientError.bind(app as never) as never)
    return server
  }
  const network: Network = { ...core, server: createListening(), bindings: [], state: 'idle' }
  const force = checkForceClose(core, network.server)
  boot.loader.onLoaded(() =>
    (app.onClose as (fn: unknown) => void)(
      (_app: unknown, done: (error?: unknown) => void) => void close(network, force).then(done, done)
    )
  )
  const inject = createInject(core.listener, {
    ready: boot.ready,
    isReady: boot.isReady,
    isClosing: () => core.closing.active
  })
  Object.assign(app, createNetworkVerbs(network, createListening), { server: network.server, inject })
  Object.defineProperty(app, 'listeningOrigin', { get: () => originOf(network) })
  return app
}

function originOf({ bindings, options }: Network): string | undefined {
  const bound = bindings.at(-1)?.address()
  if (typeof bound === 'string' || !bound) return bound ?? undefined
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return `${options.https ? 'https' : 'http'}://${host}:${bound.port}`
}

function createNetworkVerbs(network: Network, createListening: () => Server) {
  const { app, boot, closing } = network
  const context: ListenContext = {
    server: network.server,
    createServer: createListening,
    bindings: network.bindings,
    scheme: network.options.https ? 'https' : 'http',
    log: (text) => network.logger.info(text)
  }
  const start = async (given: unknown): Promise<string> => {
    const options = checkListenOptions(given)
    if (network.state === 'listening')
      throw closing.active ? new errors.FST_ERR_REOPENED_CLOSE_SERVER() : new errors.FST_ERR_REOPENED_SERVER()
    const { signal } = options
    const close = () => void (app.close as () => unknown)()
    if (signal?.aborted) close()
    else signal?.addEventListener('abort', close, { once: true })
    await boot.ready()
    if (signal?.aborted || closing.active) return undefined as never
    network.state = 'listening'
    const address = await listen(context, options).catch((error) => {
      network.state = 'idle'
      throw error
    })
    void runWatchingHooks(network.tree.root, 'onListen', (error) => network.logger.error(error as object))
    return address
  }
  return {
    listen(options: unknown = { port: 0, host: 'localhost' }, callback?: (error: unknown, address?: string) => void) {
      if (callback === undefined) return start(options)
      if (callback.constructor.name === 'AsyncFunction') warn('FSTWRN003', 'listen method')
      return void start(options).then(
        (address) => process.nextTick(callback, null, address),
        (error) => process.nextTick(callback, error)
      )
    },
    addresses: () => network.bindings.map((server) => server.address()) as (AddressInfo | string | null)[],
    close(this: AppObject, callback?: unknown) {
      return boot.loader.close(this, callback)
    },
    [Symbol.asyncDispose](this: AppObject) {
      return boot.loader.close(this, undefined)
    }
  }
}

/** First the hooks that know requests are still running, then no more connections, then the wait for those that are. */
async function close(network: Network, force: boolean | 'idle'): Promise<void> {
  const { closing, options, server } = network
  closing.active = true
  await runWatchingHooks(network.tree.root, 'preClose', (error) => network.logger.error(error as object))
  if (network.state !== 'listening' && options.serverFactory !== undefined) return
  if (network.state === 'listening') {
    if (force === 'idle') server.closeIdleConnections?.()
    else if (force === true) server.closeAllConnections?.()
  }
  await new Promise<void>((resolve, reject) => {
    server.close((error) => {
      const wasNotRunning = (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SERVER_NOT_RUNNING'
      if (error && !wasNotRunning) reject(error)
      else resolve()
    })
  })
}
