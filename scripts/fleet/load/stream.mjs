/** Event streams by `espalier/client`, which come back by themselves: each event has to come once, in order. */
import { setTimeout as sleep } from 'node:timers/promises'

const numberOf = (id) => Number(`${id}`.split('-').at(-1))

/** @returns a function that waits until each stream has seen an event of the end, and resolves to what they saw */
export function startStreams({ api }, { streams }) {
  const seen = { events: 0, gaps: 0, doubles: 0, ended: 0 }
  const end = new AbortController()
  const newest = new Array(streams).fill(0)

  const watch = async (place) => {
    let last
    try {
      const events = await api.watch({ params: { org: 'acme' }, signal: end.signal }).expect(200)
      for await (const { event, id, data } of events) {
        if (event !== 'news') continue
        const number = numberOf(id)
        seen.events++
        if (last !== undefined && number <= last) seen.doubles++
        else if (last !== undefined && number > last + 1) seen.gaps++
        last = number
        newest[place] = Math.max(newest[place], data.ticket)
      }
    } catch (error) {
      if (end.signal.aborted) return
      console.error(`  a stream ended: ${error.message}`)
    }
    seen.ended++
  }
  const all = Array.from({ length: streams }, (_, place) => watch(place))

  /** Opens tickets until the news of one has reached every stream that goes on. */
  const settle = async (within = 60_000) => {
    const give = Date.now() + within
    const mark = await openTicket(api)
    while (newest.some((ticket) => ticket < mark) && seen.ended < streams) {
      if (Date.now() > give) {
        seen.gaps++
        break
      }
      await sleep(100)
      await openTicket(api)
    }
  }
  return async () => {
    await settle()
    end.abort()
    await Promise.all(all)
    return seen
  }
}

async function openTicket(api) {
  const { id } = await api.open({ params: { org: 'acme' }, body: { title: 'a mark', text: 'Of the end.' } }).expect(201)
  return id
}
