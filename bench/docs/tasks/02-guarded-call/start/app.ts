import { espalier, guard, plugin } from 'espalier'
import { notes } from './contract.ts'

const users = new Map([['secret', { name: 'Ada' }]])

export const requireUser = guard(async function requireUser({ headers }, reply) {
  const user = users.get(headers.authorization ?? '')
  return user ? { user } : reply.code(401).send({ message: 'Log in first.' })
})

const routes = plugin({
  name: 'notes',
  setup: (app) => {
    const texts = new Map([[1, 'Buy milk']])
    app.route(notes.list, () => [...texts].map(([id, text]) => ({ id, text })))
  }
})

export const createApp = () => espalier().register(routes)
