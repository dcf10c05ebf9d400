import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { createClient } from 'espalier/client'
import { toFetchHandler } from 'espalier/fetch'
import { importDocument } from '../../src/import-document.ts'
import { withOperation } from '../documents.ts'
import { evaluate } from './evaluate.ts'

const title = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] }
const json = { 'application/json': { schema: title } }
const contents = {
  'JSON alone': json,
  'a union': { 'application/json': { schema: { oneOf: [title, { type: 'array', items: title }] } } },
  'JSON with an example': { 'application/json': { schema: title, example: { title: 'a' } } },
  'several media types': { ...json, 'application/vnd.book+json': { schema: title } },
  text: { 'text/plain': { schema: { type: 'string', minLength: 1 } } }
}

for (const [what, content] of Object.entries(contents))
  test(`a body of ${what} is optional unless the document requires it`, async () => {
    for (const required of [undefined, false, true]) {
      const requestBody = { ...(required !== undefined && { required }), content }
      const {
        document: _options,
        documentPatch: _patch,
        ...endpoints
      } = evaluate((await importDocument(withOperation({ requestBody, responses: { default: {} } }), 'a.json')).module)
      const app = Object(espalier({ logger: false }))
      let found: unknown = 'nothing was called'
      for (const endpoint of Object.values(endpoints))
        app.route(endpoint, ({ body }: { body: unknown }, reply: { send(): unknown }) => {
          found = body
          return reply.send()
        })
      const handle = toFetchHandler(app)
      const fetch = (address: unknown, options: unknown) => handle(new Request(String(address), Object(options)))
      const api = Object(createClient(endpoints, { baseUrl: 'https://a.example', fetch: Object(fetch) }))
      const { status } = await Object.values(api).map((call) => Object(call))[0]()
      assert.equal(status, required === true ? 400 : 200)
      assert.equal(found, required === true ? 'nothing was called' : undefined)
      await app.close()
    }
  })
