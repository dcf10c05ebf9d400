/** Reads an event stream (HTML standard, "Interpreting an event stream"). */

/** An event with its data read. */
export interface Event {
  readonly event: string
  readonly data: unknown
  readonly id?: string
}

/** Where a reader stands in a stream, over all of its connections. */
export interface Place {
  /** Of the last event that was handed on, or behind it. */
  id?: string | undefined
  /** Milliseconds until the reader comes back, as the server wants it. */
  first: number
  /** How often the reader has come back since it was handed an event. */
  attempt: number
  /** What the last connection brings. */
  events?: AsyncGenerator<Event>
}

/** The fields of one event; what is no field of any is passed over. */
type Fields = { [Name in 'event' | 'data' | 'id' | 'retry']?: string }

/** A line that says something: an id has no NUL, and a time is digits. */
const line = /^(event|data|id(?!.*\0)|retry(?=: ?\d+$))(?:: ?(.*))?$/s

/**
 * Gives the events of a response; what is not terminated when it ends is none.
 *
 * @throws what ended the connection before the stream, and what `toData` throws
 */
export async function* parseEvents(
  body: ReadableStream,
  toData: (text: string, event: string | undefined) => unknown,
  place: Place
): AsyncGenerator<Event> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      // Where a line feed follows the carriage return that this ends with, the next event begins with an empty line.
      const events = (rest + value).split(/(?:\r\n|\n|\r(?!\n)){2}/)
      rest = events.pop() as string
      for (const text of events) {
        const fields: Fields = {}
        for (const one of text.split(/\r\n?|\n/)) {
          const [, name, said = ''] = line.exec(one) ?? []
          fields[name as keyof Fields] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${said}` : said
        }
        const { event, data, id, retry } = fields
        place.id = id ?? place.id
        place.first = Number(retry ?? place.first)
        if (data === undefined) continue
        place.attempt = 0
        yield { event: event || 'message', data: toData(data, event), ...(id !== undefined && { id }) }
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
