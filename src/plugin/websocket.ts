/**
 * Typed and validated messages over the sockets of `@fastify/websocket`, published as `espalier/websocket`. A message is JSON, `{ "event": …, "data":
 * … }`, like an event of an event stream. An invalid message never reaches the handler: the socket is closed with 1008 and a reason (RFC 6455
 * §7.4.1).
 */
import type { MessageSocket, Messages, OpenChannelFunction } from '../../types/channel.ts'
import { containsPromise } from '../base/contained-promise.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { logSafely } from '../base/log-safely.ts'
import { attachedSchemasIn } from '../contract/attached-schema.ts'
import { readOf } from '../error/error.ts'
import { type Exchange, exchangeKey } from '../http/exchange.ts'
import type { Request } from '../http/request.ts'
import { expandShorthand } from '../schema/shorthand.ts'
import { namesIn, refuseEvent } from '../stage/event-text.ts'
import { createJsonParser } from '../stage/json.ts'
import { jsonTextOf, promised, type Refuse } from '../stage/json-text.ts'
import { onHandlerEnd } from './socket-handler.ts'

export type {
  Channel,
  MessageSocket,
  Messages,
  OpenChannelFunction,
  ReceivedMessage,
  SentMessage
} from '../../types/channel.ts'

type Schemas = Messages['receive']

interface Message {
  readonly event: string
  readonly data: unknown
}

/** When so many messages wait for the handler, reading from the socket pauses. */
const maxWaiting = 16
/** In bytes (RFC 6455 §5.5). */
const maxReasonLength = 123
const open = 1
/** The close code of an unexpected condition (RFC 6455 §7.4.1). Clients reconnect after this code, unlike after 1000. */
const failed = 1011

const parse = createJsonParser('error', 'error')

/** By app and by the schema of the data, because apps differ in their shared schemas. */
const messageSchemas = new WeakMap<object, WeakMap<object, object>>()

/**
 * Returns the schema of an object with the property `data`, so that validators may replace the data. Schemas of references, such as
 * `Type.Ref(Book)`, are included.
 */
function messageSchemaOf(schema: object, app: { getSchema(id: string): unknown }): object {
  const bySchema = getOrCreate(messageSchemas, app, () => new WeakMap())
  return getOrCreate(bySchema, schema, () => {
    const attached = [...attachedSchemasIn(schema)].filter(({ $id }) => app.getSchema($id) === undefined)
    return {
      type: 'object',
      required: ['event', 'data'],
      properties: { event: { type: 'string' }, data: expandShorthand(schema) },
      ...(attached.length > 0 && { definitions: Object.fromEntries(attached.map((one) => [one.$id, one])) })
    }
  })
}

class SocketChannel {
  readonly #socket: MessageSocket
  readonly #exchange: Exchange
  readonly #receive: Schemas
  readonly #send: Schemas
  readonly #names: readonly string[]
  readonly #waiting: Message[] = []
  #wake: ((result: IteratorResult<Message>) => void) | null = null
  #isOver = false
  #isLeft = false
  #isFollowed: boolean

  constructor(socket: MessageSocket, request: Request, { receive, send }: Messages) {
    this.#socket = socket
    this.#exchange = request[exchangeKey]
    this.#receive = receive
    this.#send = send
    this.#names = namesIn(send)
    this.#compile()
    socket.on('message', (bytes: { toString(): string }, isBinary: boolean) => this.#take(bytes, isBinary))
    socket.on('close', () => this.#end())
    this.#isFollowed = onHandlerEnd(socket, (isFailed) => this.#settle(isFailed))
  }

  /** Compiles all schemas when the channel opens, so that an invalid schema does not wait for its first message. */
  #compile(): void {
    for (const name of Object.keys(this.#receive)) this.#validatorOf(name)
    for (const name of Object.keys(this.#send)) this.#serializerOf(name)
  }

  #schemaOf(schemas: Schemas, name: string): object | undefined {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    return schema && messageSchemaOf(schema, this.#exchange.plan.app as { getSchema(id: string): unknown })
  }

  #validatorOf(name: string) {
    const schema = this.#schemaOf(this.#receive, name)
    return schema && this.#exchange.request.compileValidationSchema(schema)
  }

  #serializerOf(name: string) {
    const schema = this.#schemaOf(this.#send, name)
    return schema && this.#exchange.reply.compileSerializationSchema(schema)
  }

  #take(bytes: { toString(): string }, isBinary: boolean): void {
    if (this.#isOver) return
    const read = isBinary ? 'a message is text' : this.#read(bytes.toString())
    if (typeof read === 'string') return this.#refuse(read)
    if (this.#wake !== null) {
      this.#wake({ done: false, value: read })
      this.#wake = null
    } else if (this.#waiting.push(read) === maxWaiting) this.#socket.pause()
  }

  #read(text: string): Message | string {
    let given: unknown
    parse(null, text, (_error, body) => {
      given = body
    })
    const event = readOf(given, 'event')
    if (typeof event !== 'string') return 'a message is JSON: { "event": "name", "data": … }'
    const validate = this.#validatorOf(event)
    if (validate === undefined) return `there is no message '${event}': send ${Object.keys(this.#receive).join(', ')}`
    try {
      if (validate(given) === true) return given as Message
    } catch {
      return `message '${event}' cannot be validated`
    }
    return `message '${event}' ${findingOf(validate)}`
  }

  #refuse(reason: string): void {
    logSafely(this.#exchange.request.log, 'info', { reason }, 'a message was refused, and its socket closed')
    this.close(1008, reason)
  }

  #end(): void {
    this.#isOver = true
    this.#wake?.({ done: true, value: undefined })
    this.#wake = null
  }

  send(message: Message): Promise<boolean> {
    const sending = this.#deliver(message)
    // The rejection is handled, because the caller may not await the promise. Unhandled, it would end the process.
    sending.catch((error) => logSafely(this.#exchange.request.log, 'error', { err: error }, 'a message was not sent'))
    return sending
  }

  async #deliver(message: Message): Promise<boolean> {
    const text = this.#write(message)
    if (this.#socket.readyState !== open) return false
    return new Promise((resolve) => this.#socket.send(text, (error) => resolve(!error)))
  }

  #write(message: Message): string {
    const { plan, request } = this.#exchange
    const route = { method: request.method, url: String(plan.config.url) }
    const { event, data, ...rest } = message
    const refuse: Refuse = (reason, cause) => refuseEvent(route, event, reason, cause)
    if (containsPromise([event, data, rest], this.#names)) return refuse(promised)
    const serialize = this.#serializerOf(event)
    if (serialize === undefined) return refuse(`its socket declares ${Object.keys(this.#send).join(', ')}`)
    if (data === undefined) return refuse('it has no data')
    return jsonTextOf({ event, data }, serialize, refuse)
  }

  close(code = 1000, reason = ''): void {
    this.#socket.close(code, shorten(reason))
    this.#stop()
  }

  #stop(): void {
    // A paused socket does not read the close frame of its peer, so the close would not complete.
    this.#socket.resume()
    this.#waiting.length = 0
    this.#end()
  }

  /**
   * Called after `break` or an exception in the loop over the messages. The end of the handler shows which of the two happened. If it cannot be
   * observed, the socket closes on the next turn, so that the plugin may report the error first.
   */
  #leave(): void {
    this.#isLeft = true
    this.#stop()
    if (!this.#isFollowed) this.#closeSoon(1000)
  }

  #settle(isFailed: boolean): void {
    this.#isFollowed = false
    if (isFailed) this.#closeSoon(failed)
    else if (this.#isLeft) this.#closeSoon(1000)
  }

  /** Closes the socket on the next turn, unless it is closed by then, for example by a plugin after an error of its handler. */
  #closeSoon(code: number): void {
    const socket: MessageSocket & { terminate?: () => void } = this.#socket
    const { terminate } = socket
    if (terminate !== undefined) socket.terminate = () => this.#closeOpen(failed)
    setImmediate(() => {
      if (terminate !== undefined) socket.terminate = terminate
      this.#closeOpen(code)
    })
  }

  #closeOpen(code: number): void {
    if (this.#socket.readyState === open) this.close(code)
  }

  [Symbol.asyncIterator](): AsyncIterator<Message> {
    return {
      next: async () => {
        const value = this.#waiting.shift()
        if (value !== undefined) {
          if (this.#waiting.length === 0) this.#socket.resume()
          return { done: false, value }
        }
        if (this.#isOver) return { done: true, value: undefined }
        return new Promise((resolve) => {
          this.#wake = resolve
        })
      },
      return: async () => {
        if (!this.#isOver) this.#leave()
        return { done: true, value: undefined }
      }
    }
  }
}

function findingOf(validate: unknown): string {
  const [finding] = (readOf(validate, 'errors') as readonly unknown[] | undefined) ?? []
  const pointer = String(readOf(finding, 'instancePath') ?? '').slice(1)
  return `is not as its schema says: ${pointer} ${readOf(finding, 'message') ?? 'is refused'}`.replace(/ +/g, ' ')
}

/** Cuts a reason at the limit in bytes, but not inside a character. */
const shorten = (reason: string): string =>
  Buffer.from(reason)
    .subarray(0, maxReasonLength)
    .toString()
    .replace(/\ufffd$/, '')

/**
 * Opens a channel of typed messages on a socket. Call it in `wsHandler` before the first `await`: earlier messages are lost.
 *
 * @throws FST_ERR_SCH_VALIDATION_BUILD, FST_ERR_SCH_SERIALIZATION_BUILD when a schema does not compile.
 * @example
 * wsHandler: async (socket, request) => {
 *   const channel = openChannel(socket, request, chat)
 *   for await (const { data } of channel) await channel.send({ event: 'said', data })
 * }
 */
export const openChannel = ((socket: MessageSocket, request: Request, messages: Messages) =>
  new SocketChannel(socket, request, messages)) as unknown as OpenChannelFunction
