// The application that is watched: plugins, hooks of both styles, a refusal, an error. Without a framework of its own: `FRAMEWORK` names it, and `LOAD` how
// it is loaded.
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'

const load = process.env.LOAD === 'require' ? createRequire(import.meta.url) : (name) => import(name)
const { default: framework, espalier } = await load(process.env.FRAMEWORK)
const app = (espalier ?? framework)()

app.register(
  async function books(plugin) {
    // What only espalier has: data of a request, which tools see as a hook.
    plugin.derive?.('onRequest', async function readVisitor() {
      await sleep(5)
      return { visitor: 'Ada' }
    })
    plugin.addHook('preHandler', function countVisit(_request, _reply, done) {
      setTimeout(done, 5)
    })
    plugin.get('/:id', async function findBook({ params, visitor }) {
      await sleep(5)
      return { id: params.id, visitor }
    })
    plugin.get('/:id/broken', async function lendBook() {
      await sleep(5)
      throw new Error('The shelf is empty.')
    })
    async function requireCard(_request, reply) {
      return reply.code(401).send({ message: 'Show your card.' })
    }
    plugin.get('/:id/refused', { onRequest: requireCard }, async function never() {})
  },
  { prefix: '/books' }
)

process.send(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('message', async () => {
  await app.close()
  await globalThis.flushObserver()
  process.exit()
})
