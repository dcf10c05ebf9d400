// Plugins that were made for Fastify: registered without a cast, with their own options, and widening nothing.
import autoload from '@fastify/autoload'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import proxy from '@fastify/http-proxy'
import jwt from '@fastify/jwt'
import sensible from '@fastify/sensible'
import swagger from '@fastify/swagger'
import { espalier } from 'espalier'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { expectType } from 'tsd'

const app = espalier().decorate('db', 1)
const written = fp(async (instance, options: { limit: number }) => {
  instance.decorate('limit', options.limit)
})

app.register(cookie)
app.register(cookie, { secret: 'x', prefix: '/a' })
app.register(cors, { origin: true })
app.register(formbody)
app.register(jwt, { secret: 'x' })
app.register(swagger, { openapi: {} })
app.register(sensible)
app.register(proxy, { upstream: 'http://127.0.0.1', prefix: '/api' })
app.register(autoload, { dir: '/plugins' })
app.register(written, { limit: 1 })
app.register(import('@fastify/cookie'))

// Wrapped on the spot as well: fastify-plugin says that its function gets Fastify's app.
app.register(
  fp(async (instance) => {
    expectType<FastifyInstance>(instance)
  })
)
app.register(
  fp((instance, _options, done) => {
    expectType<FastifyInstance>(instance)
    // @ts-expect-error not the app that registers it
    instance.db
    done()
  })
)
app.register(
  fp(async (instance, options: { limit: number }) => {
    expectType<FastifyInstance>(instance)
    instance.decorate('limit', options.limit)
  }),
  { limit: 1 }
)

// @ts-expect-error the secret is no number
app.register(cookie, { secret: 1 })
// @ts-expect-error no such option
app.register(cors, { orgin: true })
// @ts-expect-error the options are required
app.register(jwt)
// @ts-expect-error the options are required
app.register(written)

const loaded = await app.register(written, { limit: 1 })
expectType<number>(loaded.db)
// @ts-expect-error such a plugin says nothing about what it adds
loaded.limit
