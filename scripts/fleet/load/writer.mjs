/** Writes with a text of its own each, so that the database shows afterwards what became of it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../world.mjs'

/** Notes are written by a plain POST. Tickets are opened by the client of endpoints, which sends a key and repeats. */
const kinds = {
  plain: {
    send: ({ url }, tally, text) =>
      tally.send('plain', `${url}/notes`, 201, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text })
      }),
    written: `select text, count(*)::int as count from notes group by 1`
  },
  keyed: {
    send: ({ api }, tally, title) =>
      tally.call('keyed', 201, () => api.open({ params: { org: 'acme' }, body: { title, text: 'Of the fleet.' } })),
    written: `select title as text, count(*)::int as count from tickets where title like 'load %' group by 1`
  }
}

/**
 * @param kind `plain` or `keyed`
 * @returns a function that ends the writing and resolves to what became of it
 */
export function startWriters(account, tally, { kind, writers, database }) {
  const { send, written } = kinds[kind]
  const accepted = []
  const failed = []
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const text = `load ${randomUUID()}`
      const answer = await send(account, tally, text)
      ;(answer === undefined ? failed : accepted).push(text)
      await sleep(20)
    }
  }
  const all = Array.from({ length: writers }, write)
  return async () => {
    isOver = true
    await Promise.all(all)
    const counts = new Map((await query(database, written)).map(({ text, count }) => [text, count]))
    return {
      writes: accepted.length + failed.length,
      failed: failed.length,
      failedAndWritten: failed.filter((text) => counts.has(text)).length,
      doubled: [...counts.values()].filter((count) => count > 1).length,
      lost: accepted.filter((text) => !counts.has(text)).length
    }
  }
}
