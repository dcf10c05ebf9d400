/** Handlers compile their own schemas once for each route, even if routes share a plan. Compared with Fastify. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { fastify } from 'fastify'
import type { Anything, Wild } from '../security/wild.ts'

const schema = { type: 'object' }

/** Two calls of each route, so that the second one may use the cache. */
const asked = ['GET /one', 'GET /two?n=1', 'HEAD /two', 'GET /v1', 'GET /v1/', 'GET /v1/deep', 'GET /gone']

/** Returns the arguments of the compiler, and whether each call found a compiled function. */
async function noteCompilations(
  make: (options?: object) => unknown,
  compile: (request: Anything, reply: Anything) => { found: boolean }
): Promise<string[]> {
  const notes: string[] = []
  const app = make() as Wild
  const note = ({ method, url }: { method: string; url: string }) => notes.push(`compiles for ${method} ${url}`)
  app.setValidatorCompiler((where: Anything) => note(where) && (() => true))
  app.setSerializerCompiler((where: Anything) => note(where) && (() => '{}'))
  const handler = (request: Anything, reply: Anything) => {
    notes.push(`${request.method} ${request.url} found ${compile(request, reply).found}`)
    reply.send('done')
  }
  app.setNotFoundHandler(handler)
  app.get('/one', handler)
  app.get('/two', handler)
  app.get('/gone', (_request: unknown, reply: Anything) => reply.callNotFound())
  app.register(
    async (child: Wild) => {
      child.get('/', handler)
      child.get('/deep', handler)
    },
    { prefix: '/v1' }
  )
  for (const line of [...asked, ...asked]) {
    const [method, url] = line.split(' ')
    await app.inject({ method, url })
  }
  await app.close()
  return notes
}

const ways: Record<string, (request: Anything, reply: Anything) => { found: boolean }> = {
  compileValidationSchema(request) {
    const found = request.getValidationFunction(schema) !== undefined
    request.compileValidationSchema(schema, 'body')
    return { found }
  },
  validateInput(request) {
    const found = request.getValidationFunction(schema) !== undefined
    request.validateInput({}, schema)
    return { found }
  },
  compileSerializationSchema(_request, reply) {
    const found = reply.getSerializationFunction(schema) !== undefined
    reply.compileSerializationSchema(schema, 200)
    return { found }
  },
  serializeInput(_request, reply) {
    const found = reply.getSerializationFunction(schema) !== undefined
    reply.serializeInput({}, schema)
    return { found }
  }
}

for (const [name, way] of Object.entries(ways)) {
  for (const compile of ['boot', 'lazy']) {
    test(`${name} compiles once for each route (${compile})`, async () => {
      const notes = await noteCompilations(() => espalier({ compile } as object), way)
      assert.ok(notes.includes('compiles for GET /one') && notes.includes('compiles for GET /two?n=1'))
      assert.deepEqual(notes, await noteCompilations(fastify, way))
    })
  }
}
