/** A shop: one context that knows who asks, and one whose orders only they may read. Nothing here but `work` and `placed` knows of OpenTelemetry. */
import { setTimeout as sleep } from 'node:timers/promises'
import { metrics, trace } from '@opentelemetry/api'
import { espalier, guard, httpError, plugin, shared, Type } from 'espalier'

const tracer = trace.getTracer('shop')
const placed = metrics.getMeter('shop').createCounter('shop.orders.placed')

/** Stands for what a database does: a span below the one of the hook or handler that asks it. */
function work<Value>(statement: string, value: Value): Promise<Value> {
  return tracer.startActiveSpan(statement, async (span) => {
    await sleep(5)
    span.end()
    return value
  })
}

const people = new Map([['Bearer of-ada', { name: 'Ada' }]])
const orders = new Map([[7, { id: 7, of: 'Ada', title: 'The Waves' }]])

const identity = shared({
  name: 'identity',
  setup: (app) =>
    app.derive('onRequest', async function findPerson({ headers }) {
      return { person: await work('SELECT person', people.get(headers.authorization ?? '')) }
    })
})

const requirePerson = guard(async function requirePerson({ person }: { person: { name: string } | undefined }, reply) {
  return person ? { person } : reply.code(401).send({ message: 'Who are you?' })
})

const Order = Type.Object({ id: Type.Integer(), title: Type.String() })

const orderRoutes = plugin({
  name: 'orders',
  needs: [identity],
  setup: (app) => {
    const personal = app.addHook('preHandler', requirePerson)

    personal.get(
      '/:id',
      { schema: { params: { id: Type.Integer() }, response: { 200: Order, '4xx': { message: Type.String() } } } },
      async function readOrder({ params, person }) {
        const order = await work('SELECT order', orders.get(params.id))
        if (order?.of !== person.name) throw httpError(404, 'NO_SUCH_ORDER', `There is no order ${params.id}.`)
        return order
      }
    )

    personal.post('/', { schema: { response: { 201: Order } } }, async function placeOrder({ person }, reply) {
      placed.add(1, { 'shop.customer': person.name })
      throw new Error('The warehouse does not answer.', { cause: reply.statusCode })
    })
  }
})

export const createShop = () => espalier().register(identity).register(orderRoutes, { prefix: '/orders' })
