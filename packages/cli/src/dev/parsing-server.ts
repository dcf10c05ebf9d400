/**
 * Parses requests with a server of Node that has the kind and the options of the app's own server. It does not listen: `DevServer` listens, and
 * passes connections to it. So the port stays open when a new app uses TLS or HTTP/2 instead of HTTP/1.
 */
import type { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import { createRequire } from 'node:module'
import type { Duplex } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'

type ServerFactory = (options: object) => EventEmitter

interface ServerRecipe {
  readonly create: ServerFactory
  readonly options: object
}

export type RequestEvent = 'request' | 'checkContinue' | 'checkExpectation'

export interface RequestReceiver {
  answer(raw: IncomingMessage, rawReply: ServerResponse, event: RequestEvent): void
  upgrade(raw: IncomingMessage, socket: Duplex, head: Buffer): void
}

const recipes = new WeakMap<object, ServerRecipe>()
const plain: ServerRecipe = { create: (options) => createServer(options), options: {} }
const secure = new Set<ServerFactory>()
/** Properties of an HTTP/1 server that limit requests. They can change after the server was made, so they are copied. */
const limitNames = [
  ...['headersTimeout', 'insecureHTTPParser', 'joinDuplicateHeaders', 'keepAliveTimeout', 'maxHeaderSize'],
  ...['maxHeadersCount', 'maxRequestsPerSocket', 'requestTimeout', 'requireHostHeader', 'timeout']
]

/**
 * Apps with TLS or HTTP/2 create their server by functions of Node. These functions are wrapped, to record how each server was created and with which
 * options.
 */
export function recordServers(): void {
  const require = createRequire(import.meta.url)
  record(require('node:https'), 'createServer', true)
  record(require('node:http2'), 'createServer', false)
  record(require('node:http2'), 'createSecureServer', true)
}

function record(module: Record<string, ServerFactory>, name: string, isSecure: boolean): void {
  const create = module[name] as (...values: unknown[]) => EventEmitter
  if (isSecure) secure.add(create)
  module[name] = (...values: unknown[]) => {
    const server = create(...values)
    recipes.set(server, { create, options: Object(values[0]) })
    return server
  }
}

export class ParsingServer {
  readonly #server: EventEmitter
  readonly #recipe: ServerRecipe
  readonly #sessions = new Set<ServerHttp2Session>()
  #isLeft = false

  /** @param model the app's own server, or `null` for plain HTTP/1 */
  constructor(model: object | null, receiver: RequestReceiver) {
    this.#recipe = recipeOf(model)
    this.#server = this.#recipe.create(this.#recipe.options)
    for (const event of ['request', 'checkContinue', 'checkExpectation'] as const)
      this.#server.on(event, (raw: IncomingMessage, rawReply: ServerResponse) => {
        if (this.#isLeft) rawReply.shouldKeepAlive = false
        receiver.answer(raw, rawReply, event)
      })
    this.#server.on('upgrade', (raw, socket, head) => receiver.upgrade(raw, socket, head))
    this.#server.on('clientError', (_error, socket: Duplex) => socket.destroy())
    this.#server.on('session', (session: ServerHttp2Session) => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
  }

  get scheme(): 'http' | 'https' {
    return secure.has(this.#recipe.create) ? 'https' : 'http'
  }

  /** Copies the limits of a new app's server. @returns false if that server is of another kind or has other options */
  follow(model: object): boolean {
    const recipe = recipeOf(model)
    if (recipe.create !== this.#recipe.create || !isDeepStrictEqual(recipe.options, this.#recipe.options)) return false
    const from = model as Record<string, unknown>
    for (const name of limitNames) if (from[name] !== undefined) Object.assign(this.#server, { [name]: from[name] })
    return true
  }

  take(socket: Duplex): void {
    this.#server.emit('connection', socket)
    socket.resume()
  }

  leave(): void {
    this.#isLeft = true
    for (const session of this.#sessions) session.close()
  }
}

const recipeOf = (model: object | null): ServerRecipe => (model === null ? undefined : recipes.get(model)) ?? plain
