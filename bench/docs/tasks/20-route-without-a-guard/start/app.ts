import { espalier, guard, plugin } from 'espalier'

const requireStaff = guard(async function requireStaff({ headers }, reply) {
  return headers.authorization === 'secret' ? { staff: 'Ada' } : reply.code(401).send({ message: 'For staff.' })
})

const users = plugin({
  name: 'users',
  setup: (app) => {
    app.get('/users', () => ['Ada', 'Tom'])
    app.post('/users/purge', () => ({ purged: 0 }))
  }
})

const exports = plugin({
  name: 'exports',
  setup: (app) => {
    app.get('/exports', () => 'id,name')
  }
})

const admin = plugin({
  name: 'admin',
  setup: (context) => {
    const app = context.addHook('onRequest', requireStaff)
    app.get('/', ({ staff }) => `Hello, ${staff}!`)
    app.register(users)
  }
})

export const createApp = () =>
  espalier()
    .get('/health', () => 'well')
    .register(admin, { prefix: '/admin' })
    .register(exports, { prefix: '/admin' })
    .delete('/admin/cache', () => ({ deleted: 0 }))
