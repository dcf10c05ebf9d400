/** Reads an event stream by the grammar of the HTML standard (§9.2.6), and by nothing else. */

export interface Read {
  readonly event: string
  readonly data: unknown
  readonly id?: string
  readonly retry?: number
}

/** The events of a stream. An event without a blank line at its end is dropped, as in the standard. */
export const readEvents = (stream: string): Read[] => readStream(stream).events

/** The events of a stream, and the id with which a client would reconnect; `undefined` without an id. */
export function readStream(stream: string): { readonly events: Read[]; readonly lastId: string | undefined } {
  const events: Read[] = []
  let id: string | undefined
  let lastId: string | undefined
  let fields: { event: string; data: string[]; id?: string; retry?: number } = { event: '', data: [] }
  const lines = stream.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  lines.pop()
  for (const line of lines) {
    if (line === '') {
      const { event, data, ...rest } = fields
      lastId = id
      if (data.length > 0) events.push({ event: event || 'message', data: JSON.parse(data.join('\n')), ...rest })
      fields = { event: '', data: [] }
      continue
    }
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') fields.event = value
    if (name === 'data') fields.data.push(value)
    if (name === 'id' && !value.includes('\0')) id = fields.id = value
    if (name === 'retry' && /^[0-9]+$/.test(value)) fields.retry = Number(value)
  }
  return { events, lastId }
}
