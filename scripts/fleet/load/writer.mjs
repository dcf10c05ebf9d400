/** Writes with a text of its own each, so that the database shows afterwards what became of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../world.mjs'

/**
 * Comments are written by a plain POST. With `keyed` tickets are opened by the client of endpoints, which sends a key and repeats.
 *
 * @returns a function that ends the writing and resolves to what was written
 */
export function startWriters({ headers, api, acme }, tally, { writers, keyed, database }) {
  const accepted = []
  const failed = []
  let isOver = false
  const plain = (text) =>
    tally.send('write', `${acme}/tickets/1/comments`, 201, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ text })
    })
  const open = (title) =>
    tally.call('write', 201, () => api.open({ params: { org: 'acme' }, body: { title, text: 'Of the fleet.' } }))
  const write = async (writer) => {
    for (let n = 0; !isOver; n++) {
      const text = `load ${writer}-${n}`
      const answer = await (keyed ? open(text) : plain(text))
      ;(answer === undefined ? failed : accepted).push(text)
      await sleep(20)
    }
  }
  const all = Array.from({ length: writers }, (_, writer) => write(writer))
  return async () => {
    isOver = true
    await Promise.all(all)
    return judge(database, keyed, accepted, failed)
  }
}

async function judge(database, keyed, accepted, failed) {
  const [column, table] = keyed ? ['title', 'tickets'] : ['text', 'comments']
  const text = `select ${column} as text, count(*)::int as count from ${table} where ${column} like 'load %' group by 1`
  const written = new Map((await query(database, text)).map(({ text, count }) => [text, count]))
  return {
    writes: accepted.length + failed.length,
    failedWrites: failed.length,
    failedAndWritten: failed.filter((text) => written.has(text)).length,
    doubled: [...written.values()].filter((count) => count > 1).length,
    lost: accepted.filter((text) => !written.has(text)).length
  }
}
