import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const schema = { querystring: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } }

test('an invalid request does not reach its handler, unless attachValidation is set', async () => {
  const { app } = createApp()
  app.get('/refused', { schema }, () => 'handled')
  app.get('/attached', { schema, attachValidation: true }, ({ validationError }: { validationError?: Error }) => ({
    failed: validationError?.message ?? null
  }))
  assert.equal((await app.inject('/refused')).statusCode, 400)
  assert.deepEqual((await app.inject('/attached')).json(), { failed: "querystring must have required property 'n'" })
  assert.deepEqual((await app.inject('/attached?n=1')).json(), { failed: null })
})

test('an error thrown by schemaErrorFormatter is the response, with or without attachValidation', async () => {
  for (const attachValidation of [false, true]) {
    const { app } = createApp()
    const schemaErrorFormatter = () => {
      throw Object.assign(new Error('no words'), { statusCode: 418 })
    }
    app.get('/', { schema, attachValidation, schemaErrorFormatter }, () => 'handled')
    assert.equal((await app.inject('/')).statusCode, 418)
  }
})

test('an error thrown by a validator gets a 500', async () => {
  const { app } = createApp()
  const fail = () => {
    throw new Error('down')
  }
  app.get('/', { schema, validatorCompiler: () => fail }, () => 'handled')
  assert.equal((await app.inject('/')).statusCode, 500)
})

test('a request that a preValidation hook has responded to is not validated', async () => {
  const { app } = createApp()
  let calls = 0
  const validate = () => ++calls > 0
  app.get(
    '/',
    {
      schema,
      validatorCompiler: () => validate,
      preValidation: async (_request: unknown, reply: { send(payload: string): unknown }) => reply.send('early')
    },
    () => 'handled'
  )
  assert.equal((await app.inject('/')).body, 'early')
  assert.equal(calls, 0)
})

for (const [reported, findings] of [
  [undefined, []],
  [null, []],
  ['one', ['one']],
  [
    ['one', 'other'],
    ['one', 'other']
  ]
] as const)
  test(`an attached validation error has a list of errors, and a thrown one stays unchanged: ${reported}`, async () => {
    const validatorCompiler = () => () => ({ error: Object.assign(new Error('wrong'), { validation: reported }) })
    const { app } = createApp()
    const kept: unknown[] = []
    app.get('/attached', { schema, validatorCompiler, attachValidation: true }, ({ validationError }: Anything) =>
      kept.push(validationError.validation)
    )
    const errorHandler = ({ validation }: Anything) => kept.push(validation)
    app.get('/refused', { schema, validatorCompiler, errorHandler }, () => 'handled')
    for (const url of ['/attached', '/refused']) await app.inject(url)
    assert.deepEqual(kept, [findings, reported])
  })
