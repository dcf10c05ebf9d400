// What an editor offers at `|`. A refusal is never among it, and neither is what the compiler alone knows.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from './server.ts'
import { createService } from './service.ts'

const before = `import { espalier, shared, Type } from 'espalier'
const app = espalier()
  .addSchema(Type.Object({ zip: Type.String() }, { $id: 'address' }))
  .addSchema(Type.Object({ owner: Type.String() }, { $id: 'account' }))
const db = shared({ name: 'db', setup: (app, options: { url: string }) => app.decorate('db', options.url) })
const found = { response: { 200: Type.Object({ name: Type.String(), age: Type.Integer() }), 404: Type.Object({ code: Type.String() }) } }
const made = { response: { 201: Type.Object({ name: Type.String() }), 409: Type.Object({ code: Type.String() }) } }
`

const hooks = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse']
const moreHooks = ['onError', 'onTimeout', 'onRequestAbort', 'onRoute', 'onRegister', 'onReady', 'onListen', 'preClose']

const offers: Readonly<Record<string, readonly string[]>> = {
  "app.ref('|')": ['account', 'address'],
  "app.ref('ad|')": ['account', 'address'],
  "app.addHook('|', async () => {})": [...hooks, ...moreHooks, 'onClose'],
  "app.get('/', { schema: found }, async () => { return { | } })": ['age', 'name'],
  "app.get('/', { schema: found }, () => ({ | }))": ['age', 'name'],
  "app.post('/', { schema: made }, async () => { return { | } })": ['name'],
  "app.post('/', { schema: made }, (_, reply) => reply.send({ | }))": ['name'],
  "app.post('/', { schema: made }, (_, reply) => reply.code(|))": ['201', '409'],
  "app.post('/', { schema: made }, (_, reply) => reply.code(409).send({ | }))": ['code'],
  'app.register(db, { | })': ['logLevel', 'logSerializers', 'params', 'prefix', 'url']
}

const { path, service, write } = createService('completion.ts')

function offeredAt(line: string): string[] {
  write(before + line.replace('|', ''))
  const position = before.length + line.indexOf('|')
  const completions = service.getCompletionsAtPosition(path, position, { includeCompletionsWithInsertText: true })
  // What stands for any identifier of the scope is no offer for this place.
  const isOffer = ({ kind }: { kind: string }) => completions?.isMemberCompletion || kind === 'string'
  return (completions?.entries ?? []).filter(isOffer).map(({ name }) => name)
}

for (const [line, names] of Object.entries(offers)) {
  test(`an editor offers for ${line} what may stand there`, () => {
    // What a handler returns may be a promise.
    const offered = offeredAt(line).filter((name) => !(name in Promise.prototype))
    assert.deepEqual(offered.sort(), [...names].sort())
  })
}

const prefixed = (code: string) =>
  `app.routeDefaults({ response: { 404: {} } }).register(async (child) => { ${code} }, { prefix: '/:org', params: { org: Type.String() } })`

const members: Readonly<Record<string, string>> = {
  'app.|': 'register',
  "app.register(db, { url: '' }).|": 'register',
  [prefixed(`child.get('/', (request) => request.|)`)]: 'params',
  [prefixed(`child.get('/', (_request, reply) => reply.|)`)]: 'send',
  [prefixed(`child.derive('onRequest', (request) => ({ n: request.| }))`)]: 'params'
}

for (const [line, known] of Object.entries(members)) {
  test(`an editor offers for ${line} no member that the compiler alone knows`, () => {
    const offered = offeredAt(line)
    assert.ok(offered.includes(known))
    assert.deepEqual(
      offered.filter((name) => !/^[a-z]/i.test(name)),
      []
    )
  })
}

const newest = await startServer('completion-7')
after(() => newest.close())

for (const [line, known] of Object.entries(members)) {
  test(`TypeScript 7 offers for ${line} no member that the compiler alone knows`, async () => {
    const offered = await newest.offeredAt(before + line.replace('|', ''), before.length + line.indexOf('|'))
    assert.ok(offered.includes(known), offered.join())
    assert.deepEqual(
      offered.filter((name) => !/^[a-z]/i.test(name)),
      []
    )
  })
}
