/** Async validators that run at the same time: each reports only errors of the data that it validates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { createApp } from '../../../src/adapter/create-app.ts'
import type { Validate } from '../../../src/schema/validator.ts'
import { type ValidationFailure, validateRequest } from '../../../src/stage/validate.ts'
import type { App } from '../../../types/index.ts'
import { always, check, compile, errorOf, target } from '../../schema/validating.ts'

type Finding = { instancePath: string; message: string }
const finding = (data: unknown): Finding[] => [{ instancePath: '', message: `of ${JSON.stringify(data)}` }]

/** Ways in which a validator writes its errors, and the message that a client may get of them. */
const validators: readonly (readonly [what: string, make: () => Validate, heard: (data: unknown) => string])[] = [
  [
    'writes its errors before it waits',
    () => {
      const validate: Validate = async (data) => {
        validate.errors = finding(data)
        await null
        return false
      }
      return validate
    },
    (data) => `body of ${JSON.stringify(data)}`
  ],
  [
    'writes its errors after it has waited',
    () => {
      const validate: Validate = async (data) => {
        await null
        validate.errors = finding(data)
        await null
        return false
      }
      return validate
    },
    () => 'body is invalid'
  ],
  [
    'rejects with its errors',
    () => async (data) => {
      await null
      throw finding(data)
    },
    (data) => `body of ${JSON.stringify(data)}`
  ],
  [
    'writes its errors into one list',
    () => {
      const list: Finding[] = []
      return Object.assign(
        async (data: unknown) => {
          list.splice(0, 1, ...finding(data))
          await null
          return false
        },
        { errors: list }
      )
    },
    (data) => `body of ${JSON.stringify(data)}`
  ],
  [
    'has the same errors for every request',
    () => Object.assign(async () => false, { errors: [{ instancePath: '', message: 'is odd' }] }),
    () => 'body is odd'
  ],
  ['reports no errors', () => async () => false, () => 'body is invalid']
]

for (const [what, make, heard] of validators) {
  test(`an async validator that ${what} reports to each client only the errors of its own data`, async () => {
    const list = compile({ body: { schema: {} } }, always(make()))
    const bodies = Array.from({ length: 8 }, (_, id) => ({ id }))
    const failures = await Promise.all(bodies.map((body) => validateRequest(list, target({ body }))))
    assert.deepEqual(
      failures.map((failure) => errorOf(failure).message),
      bodies.map(heard)
    )
  })
}

test('a validator that returns false without errors does not repeat the errors of an earlier request', () => {
  const validate: Validate = (data) => {
    const { id, isSilent } = data as { id: number; isSilent: boolean }
    if (!isSilent) validate.errors = finding(id)
    return false
  }
  const list = compile({ body: { schema: {} } }, always(validate))
  const messageOf = (body: object) => errorOf(validateRequest(list, target({ body }))).message
  assert.equal(messageOf({ id: 1 }), 'body of 1')
  assert.equal(messageOf({ id: 2, isSilent: true }), 'body is invalid')
})

test('the errors of a failure are not changed by a later call', () => {
  const list: Finding[] = []
  const validate = Object.assign(
    (data: unknown) => {
      list.splice(0, 1, ...finding(data))
      return false
    },
    { errors: list }
  )
  const validators = compile({ body: { schema: {} } }, always(validate))
  const [first] = [1, 2].map((body) => validateRequest(validators, target({ body })) as ValidationFailure)
  assert.equal(errorOf(first ?? null).message, 'body of 1')
})

test('a frozen validator is called, and its errors are reported', () => {
  const frozen = Object.freeze(Object.assign(() => false, { errors: finding(0) }))
  assert.equal(errorOf(check({ params: {} }, target(), always(frozen))).message, 'params of 0')
})

test('an async Ajv schema accepts the value false as data', async () => {
  const validate = new Ajv().compile({ $async: true, type: 'boolean' }) as Validate
  assert.equal(await check({ body: { schema: {} } }, target({ body: false }), always(validate)), null)
  const failure = await check({ body: { schema: {} } }, target({ body: 1 }), always(validate))
  assert.match(errorOf(failure).message, /validation failed/)
})

test('concurrent requests to an async validator get the errors of their own data', async () => {
  const app = createApp({}) as unknown as App
  app.setValidatorCompiler((() => {
    const validate: Validate = async (data) => {
      validate.errors = finding(data)
      await new Promise((resolve) => setImmediate(resolve))
      return false
    }
    return validate
  }) as never)
  app.post('/', { schema: { body: {} } }, () => 'never')
  const answers = await Promise.all([1, 2, 3].map((id) => app.inject({ method: 'POST', url: '/', payload: { id } })))
  assert.deepEqual(
    answers.map((answer) => (answer.json() as Error).message),
    ['body of {"id":1}', 'body of {"id":2}', 'body of {"id":3}']
  )
})
