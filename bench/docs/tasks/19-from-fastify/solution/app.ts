import { espalier, guard, plugin } from 'espalier'

const requireMember = guard(async function requireMember({ headers }, reply) {
  return headers.authorization === 'secret'
    ? { member: { name: 'Ada' } }
    : reply.code(401).send({ message: 'Who are you?' })
})

const members = plugin({
  name: 'members',
  setup: (context) => {
    const app = context.addHook('onRequest', requireMember)
    app.get('/me', ({ member }) => ({ name: member.name }))
  }
})

export const createApp = () =>
  espalier()
    .get('/', () => 'Hello, stranger!')
    .register(members, { prefix: '/members' })
