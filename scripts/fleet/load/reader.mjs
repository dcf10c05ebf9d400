/** Reads, and logs in: scrypt, and a limit that all processes count. */
import { setTimeout as sleep } from 'node:timers/promises'
import { credentials } from './account.mjs'

/** @returns a function that ends the reading */
export function startReaders({ url, headers, acme }, tally, { readers }) {
  let isOver = false
  const read = async () => {
    while (!isOver) {
      await tally.send('read', `${acme}/tickets?size=3`, 200, { headers })
      await tally.send('own', `${url}/api/me`, 200, { headers })
      await sleep(20)
    }
  }
  const logIn = async () => {
    const [method, body] = ['POST', JSON.stringify(credentials)]
    while (!isOver) {
      const type = { 'content-type': 'application/json' }
      await tally.send('login', `${url}/api/session`, 201, { method, body, headers: type })
      await sleep(500)
    }
  }
  const all = [...Array.from({ length: readers }, read), logIn()]
  return async () => {
    isOver = true
    await Promise.all(all)
  }
}
