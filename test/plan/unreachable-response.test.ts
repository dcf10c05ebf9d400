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
  test(`the boot fails for a response schema of the interim status ${status}`, async () => {
    await assert.rejects(boot({ [status]: { type: 'string' } }), {
      code: 'ESP_ERR_RESPONSE_UNREACHABLE',
      message: new RegExp(`'${status}'.*interim`)
    })
  })
}

for (const status of ['204', '205', '304']) {
  test(`the boot fails for a media type of ${status}, which has no content`, async () => {
    await assert.rejects(boot({ [status]: { content: { 'text/plain': text } } }), {
      code: 'ESP_ERR_RESPONSE_UNREACHABLE',
      message: new RegExp(`'text/plain' for '${status}'.*no content`)
    })
    await boot({ [status]: { type: 'null' } })
  })
}

for (const mediaType of ['text/*', 'te xt/plain', 'text/']) {
  test(`the boot fails for the media type ${mediaType} of a response`, async () => {
    await assert.rejects(boot({ 200: { content: { [mediaType]: text } } }), {
      code: 'ESP_ERR_RESPONSE_UNREACHABLE',
      message:
        `The response schema of '/x' (GET) declares '${mediaType}' for '200', which can never be sent: ` +
        "it is not a media type that a response can have. List each one, or '*/*' for all, or set strictResponses: false."
    })
  })
}

test('a full media type, */*, a status class and default boot', async () => {
  await boot({
    200: { content: { 'text/plain': text, '*/*': text } },
    '2xx': { type: 'string' },
    default: { type: 'string' }
  })
})

test('unreachable responses boot with strictResponses off', async () => {
  for (const response of [{ 100: { type: 'string' } }, { 204: { content: { 'text/plain': text } } }])
    await boot(response, { strictResponses: false })
})
