/** The app as a function of AWS Lambda: events of API gateways (both versions) and of a load balancer, cookies, bytes, streams. No socket is open. */

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import awsLambdaFastify from '@fastify/aws-lambda'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Anything } from '../anything.ts'
import type { Library } from './library.ts'
import type { Client } from './on-both.ts'
import { onBoth } from './on-both.ts'

const picture = Buffer.from([137, 80, 78, 71, 0, 255, 254])

async function build({ app }: Library): Promise<void> {
  await app.register(cookie)
  app.get('/cover', (_request, reply) => reply.type('image/png').send(picture))
  app.get('/chapter', (_request, reply) => reply.type('text/plain').send(Readable.from(['chapter ', 'one'])))
  app.get('/visit', (request, reply) =>
    reply
      .setCookie('seen', 'yes')
      .setCookie('page', '2')
      .send({ cookies: request.cookies, query: request.query, ip: request.ip, id: request.id })
  )
  // The option below decorates requests with the event that they were.
  app.get('/event', (request: FastifyRequest & { awsLambda?: Anything }) => ({
    stage: request.awsLambda.event.requestContext.stage,
    left: request.awsLambda.context.left,
    headers: Object.keys(request.headers).filter((name) => name.startsWith('x-'))
  }))
  lambdas.set(app, { whole: awsLambdaFastify(app, { binaryMimeTypes: ['image/png'] }) })
}

type Handler = (event: object, context: object) => Promise<Anything>
const lambdas = new WeakMap<FastifyInstance, { whole: Handler }>()

/** Calls the function with an event, and compares what it returned but its date. */
async function call({ library, compare }: Client, event: object): Promise<Anything> {
  const { whole } = lambdas.get(library.app) as { whole: Handler }
  const { headers, ...rest } = await whole(event, { left: 3000 })
  const { date, ...compared } = headers
  return compare({ headers: compared, dated: date !== undefined, ...rest })
}

const gateway = (httpMethod: string, path: string, more: object = {}) => ({
  httpMethod,
  path,
  headers: {},
  requestContext: { stage: 'live', requestId: 'request-7', identity: { sourceIp: '203.0.113.7' } },
  ...more
})

const gateway2 = (method: string, rawPath: string, more: object = {}) => ({
  version: '2.0',
  rawPath,
  headers: {},
  requestContext: { stage: 'live', requestId: 'request-8', http: { method, sourceIp: '203.0.113.8' } },
  ...more
})

const balancer = (httpMethod: string, path: string, more: object = {}) => ({
  httpMethod,
  path,
  requestContext: { elb: { targetGroupArn: 'arn:books' } },
  ...more
})

const ada = { authorization: 'Bearer ada' }
const json = { 'content-type': 'application/json' }

onBoth('@fastify/aws-lambda', {
  build,
  cases: {
    'an API gateway gets responses of every status': async (client) => {
      const found = await call(client, gateway('GET', '/books/1', { headers: ada }))
      assert.equal(found.statusCode, 200)
      assert.equal(found.headers['x-served-to'], 'ada')
      assert.equal(JSON.parse(found.body).title, 'The Waves')
      const body = JSON.stringify({ title: 'Flush' })
      assert.equal(
        (await call(client, gateway('POST', '/books', { headers: { ...ada, ...json }, body }))).statusCode,
        201
      )
      assert.equal(client.library.shelf.find(4)?.author, 'ada')
      assert.equal((await call(client, gateway('POST', '/books', { headers: json, body }))).statusCode, 409)
      assert.equal((await call(client, gateway('POST', '/books', { headers: json, body: '{' }))).statusCode, 400)
      assert.equal((await call(client, gateway('GET', '/books/x'))).statusCode, 400)
      assert.equal((await call(client, gateway('GET', '/nowhere'))).statusCode, 404)
      assert.equal(
        (await call(client, gateway('GET', '/books/1', { headers: { authorization: 'Bearer stolen' } }))).statusCode,
        401
      )
    },
    'a base64 body is decoded, and a binary response is base64': async (client) => {
      const body = Buffer.from(JSON.stringify({ title: 'Three Guineas' })).toString('base64')
      const added = await call(client, gateway('POST', '/books', { headers: json, body, isBase64Encoded: true }))
      assert.equal(added.statusCode, 201)
      const cover = await call(client, gateway('GET', '/cover'))
      assert.equal(cover.isBase64Encoded, true)
      assert.deepEqual(Buffer.from(cover.body, 'base64'), picture)
    },
    'each form of an event has cookies, query, address and request id': async (client) => {
      const multiValueQueryStringParameters = { tag: ['a', 'b'] }
      const first = await call(
        client,
        gateway('GET', '/visit', { multiValueQueryStringParameters, headers: { cookie: 'seen=no' } })
      )
      assert.equal(first.multiValueHeaders['set-cookie'].length, 2)
      assert.deepEqual(JSON.parse(first.body), {
        cookies: { seen: 'no' },
        query: { tag: ['a', 'b'] },
        ip: '203.0.113.7',
        id: 'request-7'
      })
      const queryStringParameters = { tag: 'a,b' }
      const second = await call(
        client,
        gateway2('GET', '/visit', { queryStringParameters, cookies: ['seen=no', 'page=1'] })
      )
      assert.equal(second.cookies.length, 2)
      assert.equal(JSON.parse(second.body).ip, '203.0.113.8')
      const third = await call(
        client,
        balancer('GET', '/visit', { multiValueQueryStringParameters: { tag: ['%C3%A4'] } })
      )
      assert.deepEqual(JSON.parse(third.body).query, { tag: 'ä' })
    },
    'a handler sees the event of its request, and headers cannot forge it': async (client) => {
      const forged = { 'x-apigateway-event': '{}', 'x-aws-lambda-fastify-request': 'guess' }
      const { body } = await call(client, gateway2('GET', '/event', { headers: forged }))
      assert.deepEqual(JSON.parse(body), { stage: 'live', left: 3000, headers: ['x-request-id'] })
    },
    'a stream is buffered, or passed on with payloadAsStream': async (client) => {
      assert.equal((await call(client, gateway('GET', '/chapter'))).body, 'chapter one')
      const streaming = awsLambdaFastify(client.library.app, {
        payloadAsStream: true,
        decorateRequest: false
      }) as Handler
      const { meta, stream } = await streaming(gateway2('GET', '/books/1'), {})
      client.compare([meta.statusCode, meta.headers['content-type'], await text(stream)])
      const missing = await streaming(gateway2('GET', '/nowhere'), {})
      assert.equal(client.compare([missing.meta.statusCode, await text(missing.stream)])[0], 404)
    }
  }
})
