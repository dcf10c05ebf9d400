/** The clients of the fleet, over HTTP: publishers that come again until they have an answer, and readers that come and go. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'espalier/client'
import { publish, watch } from './topic.mjs'

const clientOf = (origin) => createClient({ publish, watch }, { baseUrl: origin })

/** Publishes `count` events, each again until a process has said that it is kept. */
export async function publishAll({ origins, topics, writer, count, random, tries }) {
  for (let n = 0; n < count; n++) {
    const params = { topic: String(random(topics)) }
    const body = { writer, n, at: Date.now() }
    for (;;) {
      tries.count++
      try {
        const answer = await clientOf(origins[random(origins.length)]).publish({
          params,
          body,
          signal: AbortSignal.timeout(15_000)
        })
        if (answer.status === 204) break
      } catch {}
      await sleep(20)
    }
    tries.kept++
  }
}

/** A reader of one topic: it remembers what it has seen, and says the last id when it comes back. */
export class Reader {
  /** `{ id, key }` of each event, in the order in which they came. */
  seen = []
  lags = []
  visits = 0
  resets = 0
  place = '0'
  #isOver = false
  #visit = new AbortController()

  constructor(topic) {
    this.topic = topic
  }

  async read({ origins, random }) {
    while (!this.#isOver) {
      this.visits++
      this.#visit = new AbortController()
      const leave = setTimeout(() => this.#visit.abort(), 1000 + random(9000))
      try {
        await this.#visitOnce(origins[random(origins.length)])
      } catch {}
      clearTimeout(leave)
      await sleep(random(200))
    }
  }

  async #visitOnce(origin) {
    const headers = { 'last-event-id': this.place }
    const call = { params: { topic: this.topic }, headers, signal: this.#visit.signal }
    for await (const { event, data, id } of await clientOf(origin).watch(call).expect(200)) {
      this.place = id
      if (event === 'reset') this.resets++
      else {
        this.seen.push({ id, key: `${data.writer}-${data.n}` })
        this.lags.push(Date.now() - data.at)
      }
    }
  }

  end() {
    this.#isOver = true
    this.#visit.abort()
  }
}
