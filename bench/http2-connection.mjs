// A connection of the load over HTTP/2 (RFC 9113), one request at a time. It checks as much as one of `load.mjs` over HTTP/1.
import { connect } from 'node:http2'

export class Http2Connection {
  #session
  #request
  #first

  static async open(port, request) {
    const connection = new Http2Connection()
    connection.#session = connect(`http://127.0.0.1:${port}`)
    connection.#request = request
    connection.#first = await connection.#send()
    return connection
  }

  /** Sends while `wantsMore()`; resolves to the number of requests answered. */
  async run(wantsMore) {
    let answered = 0
    for (; wantsMore(); answered++) {
      const { status, body } = await this.#send()
      if (status !== this.#first.status || body.length !== this.#first.body.length)
        throw new Error(`an answer had another status or length than the first: ${status}, ${body.length}`)
    }
    return answered
  }

  close() {
    this.#session.destroy()
  }

  /** The response to one request, as `readAnswer` returns those over HTTP/1. */
  static async answerOf(port, request) {
    const connection = await Http2Connection.open(port, request)
    connection.close()
    return connection.#first
  }

  #send() {
    const { method, path, headers } = this.#request
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({ ':method': method, ':path': path, accept: 'application/json', ...headers })
      let received
      let body = ''
      stream.setEncoding('utf8')
      stream.on('response', (fields) => {
        received = fields
      })
      stream.on('data', (chunk) => {
        body += chunk
      })
      stream.on('error', reject)
      stream.on('end', () =>
        resolve({ status: received[':status'], type: received['content-type'], isChunked: false, body })
      )
      stream.end()
    })
  }
}
