// Clients of the help desk, which stay while it is edited. Each counts what it got, and notes what it should not have got.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

export const desk = '/api/orgs/acme'

/** Asks over connections that stay. @returns `{ status, headers, body }` */
export function asking(origin, maxSockets = 1) {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const ask = async (target, { token, body, headers } = {}) => {
    const [method, path] = target.split(' ')
    const sent = request(`${origin}${path}`, {
      method,
      agent,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': `"${randomUUID()}"` }),
        ...headers
      }
    })
    sent.end(body && JSON.stringify(body))
    const [answer] = await once(sent, 'response')
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    return { status: answer.statusCode, headers: answer.headers, body: text }
  }
  return { ask, end: () => agent.destroy() }
}

/** Makes two people, an organization and its first ticket. @returns their tokens */
export async function settle(origin) {
  const { ask, end } = asking(origin)
  const tokens = {}
  for (const name of ['ada', 'tom']) {
    const body = { name, password: 'a long secret' }
    await ask('POST /api/accounts', { body })
    tokens[name] = JSON.parse((await ask('POST /api/session', { body })).body).token
  }
  const ada = { token: tokens.ada }
  await ask('POST /api/orgs', { ...ada, body: { slug: 'acme', title: 'Acme' } })
  await ask(`PUT ${desk}/members/tom`, { ...ada, body: { role: 'customer' } })
  const opened = await ask(`POST ${desk}/tickets`, { ...ada, body: { title: 'The first', text: 'It burns.' } })
  end()
  if (opened.status !== 201) throw new Error(`the help desk cannot be used: ${opened.status} ${opened.body}`)
  return tokens
}

/** All clients together. */
export class Clients {
  answers = 0
  /** News that were written: the first ticket is one. */
  news = 1
  seen = 0
  closes = 0
  /** Sentences. */
  faults = []
  #isOver = false
  #isWriting = true
  #running = []
  #readers = []
  #sockets = new Set()

  constructor(origin, token, { workers = 4, readers = 50, sockets = 20 } = {}) {
    for (let index = 0; index < workers; index++) this.#running.push(this.#work(origin, token, index))
    for (let index = 0; index < readers; index++) this.#running.push(this.#read(origin, token))
    for (let index = 0; index < sockets; index++) this.#running.push(this.#talk(origin, token))
  }

  #note(sentence) {
    if (this.faults.length < 1000) this.faults.push(sentence)
  }

  async #work(origin, token, index) {
    const { ask, end } = asking(origin)
    for (let turn = index; this.#isWriting; turn++) {
      const isComment = turn % 20 === 0
      const [target, expected, body] = isComment
        ? [`POST ${desk}/tickets/1/comments`, 201, { text: `comment ${turn}` }]
        : [`GET ${turn % 2 ? `${desk}/tickets` : '/live'}`, 200]
      try {
        const { status } = await ask(target, { token, body })
        this.answers++
        if (status !== expected) this.#note(`${target} was answered ${status}`)
        else if (isComment) this.news++
      } catch (error) {
        this.#note(`${target} failed: ${error}`)
      }
      await sleep(20)
    }
    end()
  }

  /** Reads events from the first one on, and comes back with the last id. */
  async #read(origin, token) {
    const reader = { last: 0, place: '0' }
    this.#readers.push(reader)
    const headers = { authorization: `Bearer ${token}` }
    while (!this.#isOver) {
      try {
        const sent = request(`${origin}${desk}/events`, {
          agent: false,
          headers: { ...headers, 'last-event-id': reader.place }
        })
        // A connection that is cut off behind the head is an error of the answer, too.
        sent.on('error', () => {})
        reader.cut = () => sent.destroy()
        sent.end()
        const [answer] = await once(sent, 'response')
        if (answer.statusCode !== 200) this.#note(`events were answered ${answer.statusCode}`)
        await this.#follow(answer, reader)
      } catch (error) {
        if (!['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code) && !this.#isOver)
          this.#note(`events failed: ${error}`)
      }
      await sleep(10)
    }
  }

  async #follow(answer, reader) {
    let rest = ''
    for await (const chunk of answer.setEncoding('utf8')) {
      const events = (rest + chunk).split('\n\n')
      rest = events.pop()
      for (const event of events) {
        if (!/^event: ?news$/m.test(event)) continue
        // A log puts a word of its own before the number.
        const [, place, number] = /^id: ?((?:\w+-)?(\d+))$/m.exec(event) ?? []
        const id = Number(number)
        if (id !== reader.last + 1) this.#note(`event ${id} came behind ${reader.last}`)
        reader.last = id
        reader.place = place
        this.seen++
      }
    }
  }

  async #talk(origin, token) {
    while (!this.#isOver) {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}${desk}/talk`, {
        headers: { authorization: `Bearer ${token}` }
      })
      this.#sockets.add(socket)
      socket.on('error', (error) => {
        if (!this.#isOver) this.#note(`a socket failed: ${error}`)
      })
      const [code] = await once(socket, 'close').catch(() => [0])
      this.#sockets.delete(socket)
      if (this.#isOver) return
      this.closes++
      if (code !== 1012) this.#note(`a socket was closed with ${code}`)
      await sleep(10)
    }
  }
  /** Ends the requests, waits for the events that they wrote, and ends the rest. */
  async end() {
    this.#isWriting = false
    const isBehind = () => this.#readers.some(({ last }) => last < this.news)
    for (const end = Date.now() + 20_000; isBehind() && Date.now() < end; await sleep(50));
    const behind = this.#readers.filter(({ last }) => last !== this.news)
    if (behind.length > 0) this.#note(`${behind.length} readers ended at ${behind[0].last} of ${this.news} events`)
    this.#isOver = true
    for (const { cut } of this.#readers) cut()
    for (const socket of this.#sockets) socket.terminate()
    await Promise.all(this.#running)
  }
}
