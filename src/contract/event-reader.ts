/** Reads an event stream across reconnections (HTML standard, §9.2). Bundles of clients without event streams leave this code out. */
import type { Plan } from './plan.ts'

/** An event with its parsed data. */
export interface Event {
  readonly event: string
  readonly data: unknown
  readonly id?: string
}

/** The reader's position in a stream, across all of its connections. */
export interface Place {
  /**
   * The header `last-event-id` of the next connection, in UTF-8. After the stream has reset the id, the value is an empty list, which omits the
   * header.
   */
  last?: { readonly 'last-event-id': string | readonly string[] }
  /** In milliseconds: the delay before reconnecting, which the server may set. */
  first: number
  /** How many reconnections there were since the last event. Each doubles the delay, up to 16 times the first. */
  attempt: number
}

/** How to read the response of one connection: where its events have dates or bigints, and functions of the client. */
export interface Source {
  readonly plan: Plan
  /** @throws the error that ends the stream */
  readonly toValue: (text: string, plan: Plan | undefined, event: string) => unknown
  readonly fault: (code: 'ESP_ERR_EVENT_TOO_LONG', body: unknown, rest: string) => Error
}

/** A call whose response is an event stream. */
export interface Followed extends Place {
  source?: Source | undefined
  retries: number
  /** The number of retries for the whole stream: `Infinity`, or 0 if the request must not be repeated. */
  readonly most: number
  /** Aborts the call. */
  readonly own: AbortController
  readonly input: { readonly maxEventLength?: number | undefined }
  readonly options: { readonly maxEventLength?: number | undefined }
}

/** In characters. */
const defaultMaxLength = 2 ** 24

/** The fields of one event; other lines are ignored. */
type Fields = { [Name in 'event' | 'data' | 'id' | 'retry']?: string }

/** A valid line: an id has no NUL, and a retry time is digits. */
const line = /^(event|data|id(?!.*\0)|retry(?=: ?\d+$))(?:: ?(.*))?$/s

/** Assembles lines into events, and remembers the position in the stream. */
class Assembly {
  #fields: Fields = {}
  #length = 0
  #call: Followed

  constructor(call: Followed) {
    this.#call = call
  }

  /** Adds a line. An empty line ends an event, which is returned if it has data. */
  take(text: string): Event | undefined {
    const place = this.#call
    const fields = this.#fields
    const [, name, said = ''] = line.exec(text) ?? []
    if (name !== undefined) {
      this.check(said)
      this.#length += said.length
      fields[name as keyof Fields] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${said}` : said
    }
    if (text !== '') return undefined
    this.#fields = {}
    this.#length = 0
    const { event, data, id, retry } = fields
    // An id with control characters is ignored: no header can carry it, so reconnecting would always fail.
    if (id !== undefined && !/(?!\t)\p{Cc}/u.test(id))
      place.last = { 'last-event-id': id ? unescape(encodeURIComponent(id)) : [] }
    place.first = Number(retry ?? place.first)
    if (data === undefined) return undefined
    place.attempt = 0
    const type = event || 'message'
    return { event: type, data: this.#toData(data, type), ...(id !== undefined && { id }) }
  }

  /** @throws when an event would be too long with this text */
  check({ length }: string): void {
    const { input, options, source } = this.#call
    const { maxEventLength = options.maxEventLength ?? defaultMaxLength } = input
    if (this.#length + length <= maxEventLength) return
    const rest = `, and an event has more than ${maxEventLength} characters: see maxEventLength.`
    throw source?.fault('ESP_ERR_EVENT_TOO_LONG', undefined, rest)
  }

  #toData(text: string, event: string): unknown {
    const { plan, toValue } = this.#call.source as Source
    const { fields = {} } = plan
    // Own properties only: an event could have the name of an inherited property.
    return toValue(text, Object.hasOwn(fields, event) ? fields[event] : undefined, event)
  }
}

/** Reads a chunk of a connection; @throws the error that ended it, the abort reason of the call, or a TimeoutError after a long silence */
async function readPiece(reader: ReadableStreamDefaultReader<string>, { own: { signal }, source }: Followed) {
  const silence = 2 * (source?.plan.heartbeat ?? 1)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const tell = () => reject(new DOMException(`nothing came for ${silence} ms`, 'TimeoutError'))
    timer = setTimeout(tell, Math.min(silence, 2 ** 31 - 1))
    // A replacement for `fetch` may ignore signals, so an abort rejects the read here.
    signal.onabort = () => reject(signal.reason)
    if (signal.aborted) reject(signal.reason)
  })
  try {
    return await Promise.race([late, reader.read()])
  } finally {
    clearTimeout(timer)
  }
}

/** Yields the events of one connection. @returns the error that cut the connection, or nothing after a normal end */
async function* readConnection(
  reader: ReadableStreamDefaultReader<string>,
  call: Followed
): AsyncGenerator<Event, { cut: unknown } | undefined> {
  const assembly = new Assembly(call)
  let held = ''
  for (let isBehindReturn = false; ; ) {
    const piece = await readPiece(reader, call).catch((cut: unknown) => ({ cut }))
    if ('cut' in piece) return piece
    if (piece.done) return undefined
    const text = isBehindReturn && piece.value[0] === '\n' ? piece.value.slice(1) : piece.value
    isBehindReturn = piece.value.endsWith('\r')
    // Only the new chunk is searched, so the cost of an event is linear in its length however it is split.
    const lines = text.split(/\r\n|\n|\r/)
    lines[0] = held + lines[0]
    held = lines.pop() as string
    for (const line of lines) {
      const event = assembly.take(line)
      if (event) yield event
    }
    assembly.check(held)
  }
}

/** The state of a reader: its current connection, and whether the consumer has left the loop. */
interface Hold {
  content: { cancel(): Promise<void> }
  isLeft: boolean
}

/** Requests the rest of a stream whose connection was cut; resolves to `undefined` if the stream is over. */
type Ask = (cut: unknown) => Promise<{ readonly body: unknown } | undefined>

/** Yields the events of one connection after the other. */
async function* readConnections(first: ReadableStream, call: Followed, hold: Hold, ask: Ask): AsyncGenerator<Event> {
  for (let content: ReadableStream | undefined = first; content; ) {
    const reader = content.pipeThrough(new TextDecoderStream()).getReader()
    hold.content = reader
    const ended = yield* readConnection(reader, call)
    if (!ended || hold.isLeft) return
    reader.cancel().catch(() => {})
    const answer = await ask(ended.cut).catch((error) => {
      if (!hold.isLeft) throw error
    })
    content = answer?.body as ReadableStream | undefined
  }
}

/**
 * Yields the events of a stream. An incomplete last event is dropped. Leaving the loop ends the connection at once.
 *
 * @param end is called when the stream has ended, or its consumer has left it
 */
export function readEvents(first: ReadableStream, call: Followed, ask: Ask, end: () => void): AsyncGenerator<Event> {
  call.retries = call.most
  call.first = 1000
  const hold: Hold = { content: first, isLeft: false }
  const leave = () => {
    hold.isLeft = true
    end()
    call.own.abort()
    hold.content.cancel().catch(() => {})
  }

  async function* read(): AsyncGenerator<Event> {
    try {
      yield* readConnections(first, call, hold, ask)
    } finally {
      leave()
    }
  }

  const events = read()
  // Before a generator has started, its `return` and `throw` run none of its code. While it awaits, they wait, too. So both call `leave` first.
  const { return: finish, throw: fail } = events
  return Object.assign(events, {
    return(value: unknown) {
      leave()
      return finish.call(events, value)
    },
    throw(error: unknown) {
      leave()
      return fail.call(events, error)
    }
  })
}
