/**
 * One application, served by Fastify and by espalier. Every case talks to it over sockets and has its own assertions.
 * The responses of espalier are also compared with those of Fastify, including all headers.
 */

import assert from 'node:assert/strict'
import type { AddressInfo, Socket } from 'node:net'
import { espalier } from 'espalier'
import { fastify } from 'fastify'
import type { Anything } from '../anything.ts'
import { type Answer, exchange, type Outgoing } from '../ecosystem/wire.ts'
import { story } from '../story.ts'
import { createLibrary, type Library } from './library.ts'

export interface Heard {
  status: number | undefined
  headers: Answer['headers']
  text: string
  /** The body read as JSON. */
  json(): Anything
}

export interface Client {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly library: Library
  /** Sends a request. Its answer is compared. An object as `body` is sent as JSON. */
  ask(path: string, outgoing?: Omit<Outgoing, 'body'> & { body?: Outgoing['body'] | object }): Promise<Heard>
  /** Something else that has to be the same on both: what a socket has heard, what a function returned. */
  compare<Value>(value: Value): Value
}

export interface Use {
  /** Adds the consumer to the app, which has hooks, decorators and handlers of its own already. */
  build(library: Library): unknown
  /** Replaces the parts of a compared text that differ between runs: ids, times. @param key of the field, such as a header */
  settle?(text: string, key: string): string
  cases: Record<string, (client: Client) => Promise<unknown>>
}

const frameworks = { fastify, espalier: espalier as unknown as typeof fastify }
type Name = keyof typeof frameworks

const isPlain = (body: unknown): body is object => typeof body === 'object' && !Buffer.isBuffer(body)

function outgoingOf({ method, headers, body }: Parameters<Client['ask']>[1] & {}): Outgoing {
  if (!isPlain(body)) return { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }
  const json = { 'content-type': 'application/json', ...headers }
  return { method: method ?? 'POST', headers: json, body: JSON.stringify(body) }
}

class Conversation implements Client {
  readonly heard: unknown[] = []
  readonly origin: string
  readonly library: Library
  readonly #settle: (text: string, key: string) => string

  constructor(library: Library, settle: (text: string, key: string) => string) {
    this.library = library
    this.#settle = settle
    const { port } = library.app.server.address() as AddressInfo
    this.origin = `http://127.0.0.1:${port}`
  }

  // Cases take these out of their client.
  readonly ask: Client['ask'] = async (path, outgoing = {}) => {
    const { status, headers, body } = await exchange(this.origin, path, outgoingOf(outgoing))
    const text = body.toString()
    const { date, ...compared } = headers
    this.compare({ path, status, headers: compared, dated: date !== undefined, text })
    return { status, headers, text, json: () => JSON.parse(text) }
  }

  readonly compare = <Value>(value: Value): Value => {
    const { port } = new URL(this.origin)
    const settle = (key: string, part: unknown) =>
      typeof part === 'string' ? this.#settle(part.replaceAll(`:${port}`, ':PORT'), key) : (part ?? String(part))
    this.heard.push(JSON.parse(JSON.stringify(value, settle)))
    return value
  }
}

/** The records of the app: routes in the order of declaration, and responses in any order. */
const seenBy = ({ routes, answers }: Library) => ({ routes, answers: answers.toSorted() })

/** Declares the tests: every case on Fastify, then on espalier. */
export function onBoth(name: string, { build, settle = (text) => text, cases }: Use): void {
  const step = story(name)
  const heard = new Map<string, unknown>()
  const seen = {} as Record<Name, object>

  for (const framework of ['fastify', 'espalier'] as const) {
    let library: Library
    const connections = new Set<Socket>()

    step(`starts, on ${framework}`, { timeout: 600_000 }, async () => {
      library = createLibrary(frameworks[framework])
      library.app.server.on('connection', (socket) => connections.add(socket))
      await build(library)
      await library.app.listen({ port: 0, host: '127.0.0.1' })
    })

    for (const [what, run] of Object.entries(cases))
      step(`${what}, on ${framework}`, { timeout: 600_000 }, async () => {
        const conversation = new Conversation(library, settle)
        await run(conversation)
        assert.notEqual(conversation.heard.length, 0, 'a case compares something')
        if (framework === 'fastify') heard.set(what, conversation.heard)
        else assert.deepEqual(conversation.heard, heard.get(what))
      })

    step(`closes, on ${framework}`, { timeout: 600_000 }, async () => {
      const closed = library.app.close()
      // Fastify waits for ever for the connection of a handshake that a hook refused in front of @fastify/websocket; espalier ends it.
      if (framework === 'fastify') for (const connection of connections) connection.destroy()
      await closed
      seen[framework] = seenBy(library)
      assert.deepEqual(seen[framework], seen.fastify)
    })
  }
}
