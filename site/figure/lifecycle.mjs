// Which stages run, in which order, for a request that goes well and for three that do not: each is sent to an app that notes its stages.
import { espalier, Type } from 'espalier'
import { toText } from './text.mjs'

const hooks = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError'
]
const rows = [...hooks.slice(0, 4), 'handler', 'onError', 'error handler', ...hooks.slice(4, 7)]

/** The requests, by the heads of their columns. */
const cases = {
  'all goes well': { body: { quantity: 1 } },
  'onRequest answers': { headers: { 'x-early': 'yes' }, body: { quantity: 1 } },
  'the body is invalid': { body: { quantity: 'many' } },
  'the handler throws': { body: { quantity: 0 } }
}

/** @returns the figure as HTML: a table with the order in which stages ran */
export async function drawLifecycle() {
  const columns = []
  for (const request of Object.values(cases)) columns.push(await follow(request))
  const heads = ['stage', ...Object.keys(cases)].map((text) => `<th scope="col">${text}</th>`).join('')
  const body = rows.map((row) => {
    const cells = columns.map(({ stages }) => `<td>${numberOf(stages, row)}</td>`).join('')
    return `<tr><th scope="row"><code>${toText(row)}</code></th>${cells}</tr>`
  })
  const statuses = columns.map(({ status }) => `<td>${status}</td>`).join('')
  const caption = 'What ran for four requests, in order. An empty place did not run.'
  return `<figure class="stages"><div class="table"><table><caption>${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${body.join('')}<tr><th scope="row">status</th>${statuses}</tr></tbody></table></div></figure>`
}

const numberOf = (stages, row) => (stages.includes(row) ? stages.indexOf(row) + 1 : '')

async function follow({ headers = {}, body }) {
  const stages = []
  const app = espalier()
  const note = (stage) => async () => {
    stages.push(stage)
  }
  app.addHook('onRequest', async (request, reply) => {
    stages.push('onRequest')
    if (request.headers['x-early']) return reply.send({ quantity: 0 })
  })
  for (const hook of hooks.slice(1)) app.addHook(hook, note(hook))
  app.setErrorHandler((error, _, reply) => {
    stages.push('error handler')
    return reply.code(error.statusCode ?? 500).send({ message: error.message })
  })
  app.post('/orders', { schema: { body: { quantity: Type.Integer() } } }, (request) => {
    stages.push('handler')
    if (request.body.quantity === 0) throw new Error('sold out')
    return request.body
  })
  const { statusCode } = await app.inject({ method: 'POST', url: '/orders', headers, body })
  // It closes when the hooks of each response have run.
  await app.close()
  return { stages, status: statusCode }
}
