// Changes the listeners of a server while clients send requests, each with a mark.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Conversation } from '../../http-semantics/raw.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { connectTo } from '../../shared-key.ts'

type Listener = (this: Server, request: IncomingMessage, response: ServerResponse) => void

const boom = () => {
  throw new Error('of a listener')
}
const thrower = (server: Server, event: string) => {
  const listener = () => {
    server.off(event, listener)
    boom()
  }
  return listener
}

/** Replaces the request listeners, as engine.io does. */
function takeOver(server: Server, listener: (call: () => void, ...messages: Parameters<Listener>) => void): void {
  const before = server.listeners('request') as Listener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const call = () => {
      for (const one of before) one.call(server, request, response)
    }
    listener(call, request, response)
  })
}

function replaceEmit(server: Server, emitBy: (emit: () => boolean, event: string) => boolean): void {
  const { emit } = server
  server.emit = function (this: unknown, event: string, ...all: unknown[]) {
    return emitBy(() => Reflect.apply(emit, this, [event, ...all]), event)
  } as Server['emit']
}

let thrown = new WeakSet<Server>()

/** No listener responds to the request of another client. */
const manipulations: Readonly<Record<string, (server: Server) => unknown>> = {
  'a listener': (server) => server.on('request', () => {}),
  'a listener in front': (server) => server.prependListener('request', () => {}),
  'a listener for once': (server) => server.once('request', () => {}),
  'one that throws once': (server) => server.on('request', thrower(server, 'request')),
  'one that throws once, in front': (server) => server.prependListener('request', thrower(server, 'request')),
  'one that throws for each, in front': (server) => server.prependListener('request', boom),
  'one in the place of the others, which calls them': (server) => takeOver(server, (call) => call()),
  'one that answers some by itself': (server) =>
    takeOver(server, (call, request, response) => {
      if (!request.url?.endsWith('7')) return call()
      response.end(`<${request.headers['x-mark']} by another>`)
    }),
  'one that calls them later': (server) => takeOver(server, (call) => setImmediate(call)),
  'one that throws in their place, once': (server) =>
    takeOver(server, (call) => {
      if (thrown.has(server)) return call()
      thrown = new WeakSet([server])
      boom()
    }),
  'one that names another as its own, as those for once do': (server) => {
    const [listener, ...others] = server.listeners('request')
    takeOver(server, (call) => call())
    if (others.length === 0) Object.assign(server.listeners('request')[0] ?? {}, { listener })
  },
  'the same ones, again': (server) => {
    const before = server.listeners('request') as Listener[]
    server.removeAllListeners('request')
    for (const one of before) server.on('request', one)
  },
  'an emit of its own': (server) => replaceEmit(server, (emit) => emit()),
  'an emit that calls later': (server) =>
    replaceEmit(server, (emit, event) => (event === 'request' ? !!setImmediate(emit) : emit())),
  'an emit that throws once': (server) => {
    let left = 1
    replaceEmit(server, (emit, event) => (event === 'request' && left-- > 0 ? (boom() as never) : emit()))
  },
  'a limit of requests': (server) => Object.assign(server, { maxRequestsPerSocket: 2 }),
  'a higher limit of requests': (server) => Object.assign(server, { maxRequestsPerSocket: 9 }),
  'no limit of requests': (server) => Object.assign(server, { maxRequestsPerSocket: 0 }),
  'a listener for what is over the limit, which throws once': (server) =>
    server.on('dropRequest', thrower(server, 'dropRequest')),
  'listeners for all else': (server) => {
    for (const event of ['connection', 'checkContinue', 'checkExpectation', 'timeout']) server.on(event, () => {})
    server.prependListener('connection', () => {})
  }
}

export const changes = Object.keys(manipulations)

export interface Plan {
  readonly change: number | null
  /** 1 for the request, 2 for the response. */
  readonly looks: number
  readonly isEarly: boolean
  /** Whether the response waits for a signal of the test. */
  readonly isHeld: boolean
  readonly hasBody: boolean
}

export type Step =
  | { readonly kind: 'ask'; readonly client: number; readonly plan: Plan; readonly count: number }
  | { readonly kind: 'go on'; readonly client: number }
  | { readonly kind: 'change'; readonly change: number }

const change = (server: Server, place: number) => manipulations[changes[place] as string]?.(server)

function requestOf(mark: string, plan: Plan): string {
  const body = plan.hasBody ? `of ${mark}` : null
  const fields = body === null ? '' : `Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n`
  const head = `${body === null ? 'GET' : 'POST'} /${mark} HTTP/1.1\r\nHost: x\r\nX-Mark: ${mark}\r\n`
  return `${head}X-Plan: ${JSON.stringify(plan)}\r\n${fields}\r\n${body ?? ''}`
}

function look({ looks }: Plan, request: Anything, reply: Anything): void {
  try {
    if ((looks & 1) > 0) void request.raw.url
    if ((looks & 2) > 0) void reply.raw.statusCode
  } catch {
    // An application that reads Node's objects if they are available.
  }
}

/** In milliseconds: the limit for a response. */
const patience = Number(process.env.ESPALIER_PATIENCE ?? 20_000)

async function within(holds: () => boolean, what: () => string): Promise<void> {
  const end = performance.now() + patience
  while (!holds()) {
    if (performance.now() > end) throw new Error(`never came: ${what()}`)
    // Delayed listeners may wrap each other.
    for (let turns = 0; turns < 30; turns++) await turn()
  }
}

class Client {
  readonly conversation: Conversation
  asked = 0
  /** In bytes. */
  sent = 0
  constructor(conversation: Conversation) {
    this.conversation = conversation
  }
  get received(): string {
    return this.conversation.received
  }
  get isClosed(): boolean {
    return this.conversation.socket.closed
  }
  get answers(): number {
    return this.received.match(/HTTP\/1\.1 (?!100)/g)?.length ?? 0
  }
}

export class Stage {
  readonly #app: Anything
  readonly #errors: () => number
  readonly #clients = new Map<number, Client>()
  readonly #held = new Map<string, () => void>()
  readonly #started = new Set<string>()
  /** The server's sockets by the ports of their clients. */
  readonly #sockets = new Map<number | undefined, Socket>()

  constructor(exchange: string, errors: () => number) {
    this.#errors = errors
    this.#app = createApp({ exchange, logger: false }).app
    this.#app.server.setMaxListeners(0)
    this.#app.server.on('connection', (socket: Socket) => this.#sockets.set(socket.remotePort, socket))
    this.#app.route({ method: ['GET', 'POST'], url: '/*', handler: this.#handle })
  }

  readonly #handle = (request: Anything, reply: Anything): Promise<void> | void => {
    const mark = String(request.headers['x-mark'])
    const plan: Plan = JSON.parse(request.headers['x-plan'])
    this.#started.add(mark)
    if (plan.isEarly) look(plan, request, reply)
    if (plan.change !== null) change(this.#app.server, plan.change)
    const answer = () => {
      if (!plan.isEarly) look(plan, request, reply)
      reply.send(`<${mark} ${request.body ?? ''}>`)
    }
    if (!plan.isHeld) return answer()
    return new Promise<void>((resolve) => this.#held.set(mark, resolve)).then(answer)
  }

  async run(steps: readonly Step[]): Promise<string[]> {
    await this.#app.listen({ port: 0, host: '127.0.0.1' })
    try {
      for (const step of steps) await this.#take(step)
      for (const place of this.#clients.keys()) await this.#goOn(place)
      return await this.#end()
    } finally {
      for (const { conversation } of this.#clients.values()) conversation.socket.destroy()
      this.#app.server.closeAllConnections()
      await this.#app.close()
    }
  }

  #take(step: Step): Promise<void> | void {
    if (step.kind === 'change') return void change(this.#app.server, step.change)
    return step.kind === 'ask' ? this.#ask(step) : this.#goOn(step.client)
  }

  async #client(place: number): Promise<Client> {
    const before = this.#clients.get(place)
    if (before !== undefined) return before
    const client = new Client(new Conversation(await connectTo({}, this.#app.server.address())))
    this.#clients.set(place, client)
    return client
  }

  async #ask({ client: place, plan, count }: Extract<Step, { kind: 'ask' }>): Promise<void> {
    const client = await this.#client(place)
    const errors = this.#errors()
    const marks = Array.from({ length: count }, () => `${place}-${client.asked++}`)
    const mark = marks.at(-1) as string
    const bytes = marks.map((one) => requestOf(one, plan)).join('')
    client.sent += bytes.length
    client.conversation.send(bytes)
    const { localPort } = client.conversation.socket
    const isThere = () => client.isClosed || client.answers >= client.asked || this.#errors() > errors
    // The response may wait for its handler, or for earlier responses.
    const waits = () =>
      (plan.isHeld && marks.some((one) => this.#started.has(one))) ||
      (client.answers < client.asked - count && (this.#sockets.get(localPort)?.bytesRead ?? 0) >= client.sent)
    await within(
      () => isThere() || waits(),
      () => `the answer to ${mark}`
    )
    await turn()
  }

  async #goOn(place: number): Promise<void> {
    const client = this.#clients.get(place)
    const errors = this.#errors()
    for (const [mark, answer] of this.#held)
      if (mark.startsWith(`${place}-`)) {
        this.#held.delete(mark)
        answer()
        const count = Number(mark.split('-')[1]) + 1
        // A response after one that never comes does not come either.
        const isBehind = (client?.answers ?? 0) < count - 1
        await within(
          () => isBehind || client?.isClosed === true || (client?.answers ?? 0) >= count || this.#errors() > errors,
          () => `the answer to ${mark}`
        )
      }
  }

  async #end(): Promise<string[]> {
    const received: string[] = []
    for (const [place, client] of this.#clients) {
      client.conversation.socket.end()
      await within(
        () => client.isClosed,
        () => `the end of ${place}`
      )
      const text = client.received.replaceAll(/\r\nDate: .*/gi, '')
      received.push(`${place}: ${text}`)
    }
    return received
  }
}
