/**
 * Reads an event stream over as many connections as it takes (HTML standard, "Interpreting an event stream"). Targets of event streams bring it along, so
 * that other clients do without.
 */

import type { Plan } from './plan.ts'

/** An event with its data read. */
export interface Event {
  readonly event: string
  readonly data: unknown
  readonly id?: string
}

/** Where a reader stands in a stream, over all of its connections. */
export interface Place {
  /** The header that tells the server the last id: the bytes of its UTF-8, or none where the stream took it back (HTML standard, "Last-Event-ID"). */
  last?: { readonly 'last-event-id': string | readonly string[] }
  /** Milliseconds until the reader comes back, as the server wants it. */
  first: number
  /** How often the reader has come back since it was handed an event. */
  attempt: number
}

/** The client's knowledge of the answer of a connection. */
export interface Source {
  readonly plan: Plan
  /** @throws what ends the stream */
  readonly toValue: (text: string, plan: Plan | undefined, event: string) => unknown
  readonly fault: (code: 'ESP_ERR_EVENT_TOO_LONG', body: unknown, rest: string) => Error
}

/** A call that was answered by an event stream. */
export interface Followed extends Place {
  /** That of the connection. */
  source?: Source | undefined
  retries: number
  /** How often such a request may be sent once more. */
  readonly most: number
  /** Ends the call. */
  readonly own: AbortController
  readonly input: { readonly maxEventLength?: number | undefined }
  readonly options: { readonly maxEventLength?: number | undefined }
}

/** In characters. */
const defaultMaxLength = 2 ** 24

/** The fields of one event; other lines are passed over. */
type Fields = { [Name in 'event' | 'data' | 'id' | 'retry']?: string }

/** A line that says something: an id has no NUL, and a time is digits. */
const line = /^(event|data|id(?!.*\0)|retry(?=: ?\d+$))(?:: ?(.*))?$/s

/** Puts lines together to events, and remembers the place in the stream. */
class Assembly {
  #fields: Fields = {}
  #length = 0
  #call: Followed

  constructor(call: Followed) {
    this.#call = call
  }

  /** Takes a line. An empty one ends an event, which is returned if it has data. */
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
    // An id that no header can carry would end each attempt to come back.
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
    // An event may be called as what every object has.
    return toValue(text, Object.hasOwn(fields, event) ? fields[event] : undefined, event)
  }
}

/** Reads a piece of a connection; @throws what ended it, the reason of an ended call, or a TimeoutError after too long a silence */
async function readPiece(reader: ReadableStreamDefaultReader<string>, { own: { signal }, source }: Followed) {
  const silence = 2 * (source?.plan.heartbeat ?? 1)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const tell = () => reject(new DOMException(`nothing came for ${silence} ms`, 'TimeoutError'))
    timer = setTimeout(tell, Math.min(silence, 2 ** 31 - 1))
    // A stand-in for the network may ignore signals.
    signal.onabort = () => reject(signal.reason)
    if (signal.aborted) reject(signal.reason)
  })
  try {
    return await Promise.race([late, reader.read()])
  } finally {
    clearTimeout(timer)
  }
}

/** The events of one connection. @returns the reason that cut it, or nothing where it ended */
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
    // Only this piece is looked through, so an event costs its length however it is cut.
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

/** The state of a reader: the hold of its connection, and whether it has left. */
interface Hold {
  content: { cancel(): Promise<void> }
  isLeft: boolean
}

/** Asks for the rest of a stream that was cut; `undefined` where there is none. */
type Ask = (cut: unknown) => Promise<{ readonly body: unknown } | undefined>

/** The events of one connection behind the other. */
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
 * Gives the events of a stream; one that is not terminated at its end is dropped. Leaving it ends the connection, at any moment.
 *
 * @param end is called when the stream has ended, or its reader has left it
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
  // Leaving a generator that has not begun runs none of its code. Leaving one that waits takes effect when the wait is over.
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
