/**
 * Reads responses by the grammar of RFC 9112 alone. A response that does not match is a defect of the server, so this parser is stricter than
 * usual clients.
 */
class Malformed extends Error {}

const statusLine = /^HTTP\/(1\.[01]) ([1-5]\d\d) ([\t\x20-\x7e\x80-\xff]*)$/
const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/
const chunkLine = /^([0-9A-Fa-f]+)$/

/** The content of an answer, without its framing, and where the next answer begins. */
interface Content {
  readonly body: string
  readonly trailers: string
  readonly next: number
}

export interface ParsedAnswer extends Content {
  readonly version: string
  readonly status: number
  /** Every field by its lower-cased name, in the order of arrival. */
  readonly headers: ReadonlyMap<string, readonly string[]>
}

/**
 * Reads one answer of a text in latin1 from `start`; `null` while it is incomplete.
 *
 * @param isOver whether the connection has been closed behind the text
 */
export function readAnswer(text: string, start: number, isHead: boolean, isOver: boolean): ParsedAnswer | null {
  const end = text.indexOf('\r\n\r\n', start)
  if (end === -1) return null
  const [first = '', ...lines] = text.slice(start, end).split('\r\n')
  const [, version, code] = statusLine.exec(first) ?? []
  if (version === undefined) throw new Malformed(`status line ${JSON.stringify(first)}`)
  const status = Number(code)
  const headers = new Map<string, string[]>()
  for (const line of lines) {
    const match = field.exec(line)
    if (match === null) throw new Malformed(`field ${JSON.stringify(line)}`)
    const [, name = '', value = ''] = match
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  const content = readContent(text, end + 4, status, headers, isHead, isOver)
  return content && { version, status, headers, ...content }
}

function readContent(
  text: string,
  start: number,
  status: number,
  headers: ReadonlyMap<string, readonly string[]>,
  isHead: boolean,
  isOver: boolean
): Content | null {
  const coding = headers.get('transfer-encoding')
  const length = headers.get('content-length')
  if (coding !== undefined && length !== undefined) throw new Malformed('both content-length and transfer-encoding')
  if (length !== undefined && (length.length > 1 || !/^\d+$/.test(length[0] as string)))
    throw new Malformed(`content-length ${length}`)
  if (isHead || status < 200 || status === 204 || status === 304) return { body: '', trailers: '', next: start }
  if (coding !== undefined) {
    if (coding.join() !== 'chunked') throw new Malformed(`transfer-encoding ${coding}`)
    return readChunks(text, start)
  }
  if (length === undefined) return isOver ? { body: text.slice(start), trailers: '', next: text.length } : null
  const next = start + Number(length[0])
  return next > text.length ? null : { body: text.slice(start, next), trailers: '', next }
}

function readChunks(text: string, start: number): Content | null {
  let body = ''
  for (let position = start; ; ) {
    const end = text.indexOf('\r\n', position)
    if (end === -1) return null
    const line = chunkLine.exec(text.slice(position, end))
    if (line === null) throw new Malformed(`chunk ${JSON.stringify(text.slice(position, end))}`)
    const size = Number.parseInt(line[1] as string, 16)
    if (size === 0) {
      const last = text.indexOf('\r\n\r\n', end)
      return last === -1 ? null : { body, trailers: text.slice(end + 2, last + 2), next: last + 4 }
    }
    const next = end + 2 + size
    if (next + 2 > text.length) return null
    if (text.slice(next, next + 2) !== '\r\n') throw new Malformed('a chunk longer than its size')
    body += text.slice(end + 2, next)
    position = next + 2
  }
}
