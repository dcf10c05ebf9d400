import { Buffer } from 'node:buffer'
import basicAuth from '@fastify/basic-auth'
import { createApp } from '../plugin-app.mjs'

async function validate(user, password) {
  if (user !== 'ada' || password !== 'lovelace') throw new Error('who are you')
}

export default async function create(options) {
  const app = createApp(options)
  await app.register(basicAuth, { validate, authenticate: { realm: 'engine room' } })
  app.get('/', { onRequest: app.basicAuth }, async () => 'in')
  return app
}

export async function talk(ask) {
  const given = Buffer.from('ada:lovelace').toString('base64')
  await ask('/', { headers: { authorization: `Basic ${given}` } })
  await ask('/')
}
