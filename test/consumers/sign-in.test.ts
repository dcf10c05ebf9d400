/** A sign-in of @fastify/passport on sessions of @fastify/session: strategies, serializers, what a session keeps, and who is let in. */
import assert from 'node:assert/strict'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { Authenticator, Strategy } from '@fastify/passport'
import session from '@fastify/session'
import type { FastifyRequest } from 'fastify'
import { type Library, readerOf } from './library.ts'
import type { Client, Heard } from './on-both.ts'
import { onBoth } from './on-both.ts'

interface User {
  name: string
  fines: number
}

const users: Record<string, User> = { ada: { name: 'ada', fines: 0 }, bob: { name: 'bob', fines: 3 } }

/** Accepts any user with the right word. */
class WordStrategy extends Strategy {
  override authenticate(request: FastifyRequest): void {
    const { name = '', word } = (request.body ?? {}) as { name?: string; word?: string }
    if (word === undefined) return this.error(new Error('a sign-in without a word'))
    if (word !== 'sesame') return this.fail({ message: 'wrong word' }, 401)
    if (users[name] === undefined) return this.fail('unknown name', 403)
    this.success(users[name], { by: 'word' })
  }
}

/** Knows readers by the token that the app's own hook read. */
class TokenStrategy extends Strategy {
  override authenticate(request: FastifyRequest): void {
    const user = users[readerOf(request)]
    if (user === undefined) this.pass()
    else this.success(user)
  }
}

function createPassport(): InstanceType<typeof Authenticator> {
  const passport = new Authenticator()
  passport.use('word', new WordStrategy('word'))
  passport.use('token', new TokenStrategy('token'))
  passport.registerUserSerializer(async (user: User) => user.name)
  passport.registerUserDeserializer(async (name: string) => {
    if (name === 'bob' && users.bob === undefined) throw new Error('bob is gone')
    return users[name] ?? null
  })
  return passport
}

async function build({ app }: Library): Promise<void> {
  const passport = createPassport()
  await app.register(cookie)
  await app.register(formbody)
  await app.register(session, {
    secret: 'a secret of at least thirty-two characters',
    cookie: { secure: false },
    saveUninitialized: false
  })
  await app.register(passport.initialize())
  await app.register(passport.secureSession())
  const signIn = passport.authenticate('word', {
    successReturnToOrRedirect: '/account',
    failureMessage: true,
    authInfo: true
  })
  app.post('/sign-in', { preValidation: signIn }, async () => 'never')
  app.post(
    '/form',
    {
      preValidation: passport.authenticate('word', { successRedirect: '/account', failureRedirect: '/sign-in?again' })
    },
    async () => 'never'
  )
  app.get('/fines', { preValidation: passport.authenticate('token', { session: false }) }, async ({ user }) => ({
    user
  }))
  app.get(
    '/own',
    {
      preValidation: passport.authenticate(
        'token',
        async (request: FastifyRequest, _reply: unknown, _error: unknown, user: unknown) => {
          request.setDecorator('reader', (user as User | null)?.name ?? 'nobody')
        }
      )
    },
    async (request) => ({ reader: readerOf(request) })
  )
  app.get('/account', async (request, reply) => {
    if (request.isUnauthenticated()) return reply.code(401).send({ problem: 'sign in' })
    const visits = ((request.session.get('visits' as never) as number | undefined) ?? 0) + 1
    request.session.set('visits' as never, visits as never)
    return { user: request.user, visits }
  })
  app.post('/sign-out', async (request, reply) => {
    await request.logOut()
    return reply.code(204).send()
  })
}

/** Session ids are random, and signed. */
const settle = (text: string) => text.replaceAll(/sessionId=[^;]+/g, 'sessionId=ID')

const sent = ({ headers }: Heard) => ({
  cookie: (headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]).join('; ')
})

async function signIn({ ask }: Client, body: object, headers = {}): Promise<Heard> {
  return ask('/sign-in', { headers, body })
}

onBoth('@fastify/session and @fastify/passport', {
  build,
  settle,
  cases: {
    'a sign-in starts a session': async (client) => {
      const welcome = await signIn(client, { name: 'ada', word: 'sesame' })
      assert.equal(welcome.status, 302)
      assert.equal(welcome.headers.location, '/account')
      const headers = sent(welcome)
      assert.deepEqual((await client.ask('/account', { headers })).json(), { user: users.ada, visits: 1 })
      assert.equal((await client.ask('/account', { headers })).json().visits, 2)
      assert.equal((await client.ask('/account')).status, 401)
    },
    'a sign-out ends the session': async (client) => {
      const headers = sent(await signIn(client, { name: 'bob', word: 'sesame' }))
      assert.equal((await client.ask('/account', { headers })).status, 200)
      assert.equal((await client.ask('/sign-out', { method: 'POST', headers })).status, 204)
      assert.equal((await client.ask('/account', { headers })).status, 401)
    },
    'a sign-in changes the id of the session': async (client) => {
      const first = sent(await signIn(client, { name: 'bob', word: 'sesame' }))
      const second = sent(await signIn(client, { name: 'ada', word: 'sesame' }, first))
      assert.notEqual(first.cookie, second.cookie)
      assert.equal((await client.ask('/account', { headers: second })).json().user.name, 'ada')
      assert.equal((await client.ask('/account', { headers: first })).status, 401)
    },
    'each refusal has its status, and an error of a strategy gets 500': async (client) => {
      assert.equal((await signIn(client, { name: 'ada', word: 'simsalabim' })).status, 401)
      assert.equal((await signIn(client, { name: 'eve', word: 'sesame' })).status, 403)
      assert.equal((await signIn(client, { name: 'ada' })).status, 500)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const refused = await client.ask('/form', { method: 'POST', headers, body: 'name=ada&word=no' })
      assert.equal(refused.headers.location, '/sign-in?again')
      const welcome = await client.ask('/form', { method: 'POST', headers, body: 'name=ada&word=sesame' })
      assert.equal(welcome.headers.location, '/account')
    },
    'a strategy without a session reads the decorator of the app': async ({ ask }) => {
      assert.deepEqual((await ask('/fines', { headers: { authorization: 'Bearer bob' } })).json(), { user: users.bob })
      await ask('/fines')
      assert.deepEqual((await ask('/own', { headers: { authorization: 'Bearer bob' } })).json(), { reader: 'bob' })
      await ask('/own')
      assert.equal((await ask('/fines', { headers: { authorization: 'Bearer stolen' } })).status, 401)
    },
    'a session cookie with a changed signature is refused': async (client) => {
      const { cookie } = sent(await signIn(client, { name: 'ada', word: 'sesame' }))
      assert.equal((await client.ask('/account', { headers: { cookie: `${cookie}x` } })).status, 401)
    }
  }
})
