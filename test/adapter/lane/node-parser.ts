/** Node's own parser, configured as by its server. Faster than whole exchanges. */
import { createServer, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'

export interface Seen {
  readonly method: string
  readonly target: string
  readonly fields: readonly string[]
  readonly version: string
  readonly isKept: boolean
  body: string
  isWhole: boolean
}

interface Parser {
  execute(bytes: Buffer): number | Error
  onIncoming(request: Recorded, shouldKeepAlive: boolean): number
}

class Recorded {
  method = ''
  url = ''
  httpVersion = ''
  fields: readonly string[] = []
  upgrade = false
  _dumped = false
  complete = false
  seen: Seen | null = null

  _addHeaderLines(fields: readonly string[], count: number): void {
    this.fields = fields.slice(0, count)
  }
  push(chunk: Buffer | null): boolean {
    const seen = this.seen as Seen
    if (chunk === null) seen.isWhole = true
    else seen.body += chunk.toString('latin1')
    return true
  }
}

export class NodeParser {
  readonly #parser: Parser
  #seen: Seen[] = []

  constructor() {
    const server = createServer({ IncomingMessage: Recorded as unknown as typeof IncomingMessage })
    const socket = new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() })
    server.emit('connection', socket)
    this.#parser = (socket as Duplex & { parser: Parser }).parser
    this.#parser.onIncoming = (request, isKept) => {
      const { fields, httpVersion: version, method, url: target } = request
      request.seen = { method, target, fields, version, isKept: isKept && !request.upgrade, body: '', isWhole: false }
      this.#seen.push(request.seen)
      return 0
    }
  }

  /** Returns the messages that have begun since; an error if the bytes are not HTTP. */
  read(bytes: Buffer): Seen[] | Error {
    const result = this.#parser.execute(bytes)
    const seen = this.#seen
    this.#seen = []
    return result instanceof Error ? result : seen
  }
}
