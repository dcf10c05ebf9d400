/** Reads a server-sent event stream across reconnections (HTML standard §9.2). */
import type { RevivalPlan } from './revive.ts'

export interface Event {
  readonly event: string
  readonly data: unknown
  readonly id?: string
}

export interface StreamPosition {
  /** The header for reconnecting, in UTF-8. If the stream has reset its id, the value is an empty list, and no header is sent. */
  last?: { readonly 'last-event-id': string | readonly string[] }
  /** In milliseconds: the delay before the first reconnection. The server may set it by `retry`. */
  first: number
  /** The number of reconnections since the last event. Each one doubles the delay, up to 16 times the first delay. */
  attempt: number
}

export interface EventDecoder {
  readonly plan: RevivalPlan
  readonly toValue: (text: string, plan: RevivalPlan | undefined, event: string) => unknown
  readonly fault: (code: 'ESP_ERR_EVENT_TOO_LONG', body: unknown, rest: string) => Error
}

export interface StreamCall extends StreamPosition {
  source?: EventDecoder | undefined
  retries: number
  /** The maximum number of reconnections: `Infinity`, or 0 if the request must not be repeated. */
  readonly most: number
  readonly own: AbortController
  readonly input: { readonly maxEventLength?: number | undefined }
  readonly options: { readonly maxEventLength?: number | undefined }
}

/** In characters: the default of the option `maxEventLength`. */
const defaultMaxLength = 2 ** 24

type Fields = { [Name in 'event' | 'data' | 'id' | 'retry']?: string }

/** Ignores, as the HTML standard requires, ids with NUL and retry times that are not digits. */
const line = /^(event|data|id(?!.*\0)|retry(?=: ?\d+$))(?:: ?(.*))?$/s

class EventAssembler {
  #fields: Fields = {}
  #length = 0
  #call: StreamCall

  constructor(call: StreamCall) {
    this.#call = call
  }

  addLine(text: string): Event | undefined {
    const position = this.#call
    const fields = this.#fields
    const [, name, value = ''] = line.exec(text) ?? []
    if (name !== undefined) {
      this.check(value)
      this.#length += value.length
      fields[name as keyof Fields] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value
    }
    if (text !== '') return undefined
    this.#fields = {}
    this.#length = 0
    const { event, data, id, retry } = fields
    // Ids with control characters are ignored. No header can contain them, so every reconnection would fail.
    if (id !== undefined && !/(?!\t)\p{Cc}/u.test(id))
      position.last = { 'last-event-id': id ? unescape(encodeURIComponent(id)) : [] }
    position.first = Number(retry ?? position.first)
    if (data === undefined) return undefined
    position.attempt = 0
    const type = event || 'message'
    return { event: type, data: this.#toData(data, type), ...(id !== undefined && { id }) }
  }

  /** @throws when `length` more characters would make the event too long */
  check({ length }: string): void {
    const { input, options, source } = this.#call
    const { maxEventLength = options.maxEventLength ?? defaultMaxLength } = input
    if (this.#length + length <= maxEventLength) return
    const rest = `, and an event has more than ${maxEventLength} characters: see maxEventLength.`
    throw source?.fault('ESP_ERR_EVENT_TOO_LONG', undefined, rest)
  }

  #toData(text: string, event: string): unknown {
    const { plan, toValue } = this.#call.source as EventDecoder
    const { fields = {} } = plan
    // `Object.hasOwn`, because an event may have the name of an inherited property, such as `constructor`.
    return toValue(text, Object.hasOwn(fields, event) ? fields[event] : undefined, event)
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<string>, { own: { signal }, source }: StreamCall) {
  const silence = 2 * (source?.plan.heartbeat ?? 1)
  let timer: ReturnType<typeof setTimeout> | undefined
  const failure = new Promise<never>((_, reject) => {
    const fail = () => reject(new DOMException(`nothing came for ${silence} ms`, 'TimeoutError'))
    timer = setTimeout(fail, Math.min(silence, 2 ** 31 - 1))
    // A custom `fetch` may ignore signals, so an abort also rejects the read directly.
    signal.onabort = () => reject(signal.reason)
    if (signal.aborted) reject(signal.reason)
  })
  try {
    return await Promise.race([failure, reader.read()])
  } finally {
    clearTimeout(timer)
  }
}

async function* readConnection(
  reader: ReadableStreamDefaultReader<string>,
  call: StreamCall
): AsyncGenerator<Event, { cut: unknown } | undefined> {
  const assembler = new EventAssembler(call)
  let held = ''
  for (let isBehindReturn = false; ; ) {
    const chunk = await readChunk(reader, call).catch((cut: unknown) => ({ cut }))
    if ('cut' in chunk) return chunk
    if (chunk.done) return undefined
    const text = isBehindReturn && chunk.value[0] === '\n' ? chunk.value.slice(1) : chunk.value
    isBehindReturn = chunk.value.endsWith('\r')
    // Only the new chunk is searched for line ends. Searching `held` again would take quadratic time for an event in many chunks.
    const lines = text.split(/\r\n|\n|\r/)
    lines[0] = held + lines[0]
    held = lines.pop() as string
    for (const line of lines) {
      const event = assembler.addLine(line)
      if (event) yield event
    }
    assembler.check(held)
  }
}

interface ReaderState {
  content: { cancel(): Promise<void> }
  isLeft: boolean
}

type Reconnect = (cut: unknown) => Promise<{ readonly body: unknown } | undefined>

async function* readConnections(
  first: ReadableStream,
  call: StreamCall,
  state: ReaderState,
  reconnect: Reconnect
): AsyncGenerator<Event> {
  for (let content: ReadableStream | undefined = first; content; ) {
    const reader = content.pipeThrough(new TextDecoderStream()).getReader()
    state.content = reader
    const ended = yield* readConnection(reader, call)
    if (!ended || state.isLeft) return
    reader.cancel().catch(() => {})
    const answer = await reconnect(ended.cut).catch((error) => {
      if (!state.isLeft) throw error
    })
    content = answer?.body as ReadableStream | undefined
  }
}

/**
 * Yields the events of a stream. Drops an incomplete last event. Leaving the `for await` loop closes the connection at once.
 *
 * @param end is called when the stream has ended or the loop was left
 */
export function readEvents(
  first: ReadableStream,
  call: StreamCall,
  reconnect: Reconnect,
  end: () => void
): AsyncGenerator<Event> {
  call.retries = call.most
  call.first = 1000
  const state: ReaderState = { content: first, isLeft: false }
  const leave = () => {
    state.isLeft = true
    end()
    call.own.abort()
    state.content.cancel().catch(() => {})
  }

  async function* read(): AsyncGenerator<Event> {
    try {
      yield* readConnections(first, call, state, reconnect)
    } finally {
      leave()
    }
  }

  const events = read()
  // `return()` of a generator runs no `finally` block before the first `next()`, and waits for a pending `await`. So `leave` is called first.
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
