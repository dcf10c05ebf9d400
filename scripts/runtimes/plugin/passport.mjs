import { Buffer } from 'node:buffer'
import { Authenticator, Strategy } from '@fastify/passport'
import secureSession from '@fastify/secure-session'
import { createApp } from '../plugin-app.mjs'
import { cookiesOf, json } from '../talk.mjs'

/** Lets in whoever says the word. */
class WordStrategy extends Strategy {
  authenticate({ body: { name, word } }) {
    if (word === 'sesame') this.success({ name })
    else this.fail('wrong word', 401)
  }
}

export default async function create(options) {
  const passport = new Authenticator()
  passport.use('word', new WordStrategy('word'))
  passport.registerUserSerializer(async ({ name }) => name)
  passport.registerUserDeserializer(async (name) => ({ name }))
  const app = createApp(options)
  await app.register(secureSession, { key: Buffer.alloc(32, 7), cookie: { path: '/' } })
  await app.register(passport.initialize())
  await app.register(passport.secureSession())
  const preValidation = passport.authenticate('word', { authInfo: false })
  app.post('/login', { preValidation }, async ({ user }) => ({ welcome: user.name }))
  app.get('/', async (request, reply) => {
    if (!request.isAuthenticated()) return reply.redirect('/login', 303)
    return { user: request.user }
  })
  return app
}

export async function talk(ask) {
  const login = (word) => ask('/login', { method: 'POST', headers: json, body: JSON.stringify({ name: 'ada', word }) })
  await ask('/')
  await login('simsalabim')
  await ask('/', { headers: { cookie: cookiesOf(await login('sesame')) } })
}

export const varies = /(?<=session=)[^;]+/g
