import { espalier, httpError, plugin } from 'espalier'

const users = new Map([
  ['secret', { name: 'Ada' }],
  ['other', { name: 'Tom' }]
])

const account = plugin({
  name: 'account',
  setup: (context) => {
    const app = context.derive('onRequest', async ({ headers }) => {
      const user = users.get(headers.authorization ?? '')
      if (user === undefined) throw httpError(401, 'NO_USER', 'Who are you?')
      return { user }
    })
    app.get('/name', ({ user }) => user.name)
    app.get('/initial', ({ user }) => user.name.charAt(0))
  }
})

export const createApp = () =>
  espalier()
    .get('/', () => `${users.size} users`)
    .register(account, { prefix: '/account' })
