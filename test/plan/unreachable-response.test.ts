import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../security/wild.ts'

const boot = async (response: object, options = {}) => {
  const { app } = createApp(options)
  app.get('/x', { schema: { response } }, () => '')
  await app.ready()
}
const text = { schema: { type: 'string' } }

for (const status of ['100', '103', '1xx']) {
  test(`a response of ${status} is no answer, and stops the boot`, async () => {
    await assert.rejects(boot({ [status]: { type: 'string' } }), {
      code: 'ESP_ERR_RESPONSE_UNREACHABLE',
      message: new RegExp(`'${status}'.*interim`)
    })
  })
}

for (const status of ['204', '205', '304']) {
  test(`a media type for ${status}, which has no content, stops the boot`, async () => {
    await assert.rejects(boot({ [status]: { content: { 'text/plain': text } } }), {
      code: 'ESP_ERR_RESPONSE_UNREACHABLE',
      message: new RegExp(`'text/plain' for '${status}'.*no content`)
    })
    await boot({ [status]: { type: 'null' } })
  })
}

for (const mediaType of ['text/*', 'te xt/plain', 'text/']) {
  test(`${mediaType} is the type of no answer, and stops the boot`, async () => {
    await assert.rejects(boot({ 200: { content: { [mediaType]: text } } }), {
      code: 'ESP_ERR_RESPONSE_UNREACHABLE',
      message:
        `The response schema of '/x' (GET) declares '${mediaType}' for '200', which can never be sent: ` +
        "it is not a media type that a response can have. List each one, or '*/*' for all, or set strictResponses: false."
    })
  })
}

test('whole media types, and all of them, can be met', async () => {
  await boot({
    200: { content: { 'text/plain': text, '*/*': text } },
    '2xx': { type: 'string' },
    default: { type: 'string' }
  })
})

test('what cannot be met does not matter where answers are not held to their schemas', async () => {
  for (const response of [{ 100: { type: 'string' } }, { 204: { content: { 'text/plain': text } } }])
    await boot(response, { strictResponses: false })
})
