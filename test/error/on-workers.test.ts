import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseOnWorkers, refuseToCompile } from '../../src/error/on-workers.ts'
import { runOnWorker } from '../worker/bundle.ts'

test('outside workers nothing is refused', () => {
  refuseOnWorkers('server', 'Go elsewhere.')
  refuseToCompile()
})

test('features that workers lack throw ESP_ERR_NOT_ON_WORKERS', async (t) => {
  const program = `
    import { espalier } from 'espalier'
    import { toFetchHandler } from 'espalier/fetch'
    const app = espalier({ exposeErrors: true })
    const schema = { type: 'object', properties: { a: { type: 'integer' } } }
    app.get('/validator', (request) => request.validateInput({}, schema))
    app.get('/serializer', (_request, reply) => reply.serializeInput({}, schema))
    app.get('/file', () => void espalier({ logger: { file: '/dev/null' } }))
    app.get('/transport', () => void espalier({ logger: { transport: { target: 'pino-pretty' } } }))
    export default { fetch: toFetchHandler(app) }
  `
  const paths = ['/validator', '/serializer', '/file', '/transport']
  const { answers } = await runOnWorker(
    t,
    program,
    paths.map((path) => ({ path }))
  )
  const found = answers.map(({ body }) => JSON.parse(body))
  for (const [place, { code }] of found.entries()) assert.equal(code, 'ESP_ERR_NOT_ON_WORKERS', paths[place])
  assert.equal(
    found[0].message,
    "Workers have no compiler of schemas. Run 'espalier compile --target fetch' and pass the module that it writes as the option 'compiled'."
  )
})

test('on workers a schema that was not compiled ahead fails the boot with its route in the message', async (t) => {
  const program = (schema: string) => `
    import { espalier } from 'espalier'
    const app = espalier()
    app.post('/here', { schema: ${schema} }, () => ({}))
    await app.ready()
  `
  const part = "{ type: 'object', properties: { a: { type: 'integer' } } }"
  const body = await runOnWorker(t, program(`{ body: ${part} }`))
  assert.match(
    body.failure ?? '',
    /^Failed building the validation schema for POST: \/here.*Workers have no compiler of schemas/s
  )
  const response = await runOnWorker(t, program(`{ response: { 200: ${part} } }`))
  assert.match(
    response.failure ?? '',
    /^Failed building the serialization schema for POST: \/here.*Workers have no compiler/s
  )
})
