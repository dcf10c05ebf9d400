/** The members of apps, requests and replies, and those that an application can redefine by a decorator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { type Anything, askBoth, type Make, makeEspalier, makeFastify, type Wild } from './frameworks.ts'

const kinds = ['app', 'request', 'reply'] as const
type Kind = (typeof kinds)[number]

const verbs = { app: 'decorate', request: 'decorateRequest', reply: 'decorateReply' } as const
const questions = { app: 'hasDecorator', request: 'hasRequestDecorator', reply: 'hasReplyDecorator' } as const

/** Names that are here and not on Fastify. */
const spare: Record<Kind, readonly string[]> = {
  app: ['checkpoint', 'derive', 'explain', 'ref', 'routeDefaults', 'state'],
  request: ['lastEventId'],
  reply: []
}

interface Member {
  readonly isOwn: boolean
  readonly isEnumerable: boolean
  readonly isReadOnly: boolean
}

/** Members of an object by name, as far up as classes go. */
function membersOf(object: object): Map<string, Member> {
  const members = new Map<string, Member>()
  for (let at = object; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, found] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      const isReadOnly = found.set === undefined && found.writable !== true
      if (!members.has(name))
        members.set(name, { isOwn: at === object, isEnumerable: found.enumerable === true, isReadOnly })
    }
  }
  return members
}

type Members = Record<Kind, Map<string, Member>>

/** Sends a request. Returns the result that the handler computes from the app, the request and the reply. */
async function meet<Result>(
  app: Wild,
  look: (objects: Record<Kind, Wild>) => Result | Promise<Result>
): Promise<Result> {
  let found: Promise<Result> | undefined
  app.get('/', async (request: Wild, reply: Wild) => {
    found = (async () => look({ app, request, reply }))()
    await found.catch(() => {})
    return 'x'
  })
  await app.inject('/')
  await app.close()
  assert.ok(found, 'the handler was not called')
  return found
}

const look = (options?: object) => (make: Make) =>
  meet(make(options), ({ app, request, reply }): Members => {
    return { app: membersOf(app), request: membersOf(request), reply: membersOf(reply) }
  })

for (const options of [{}, { trustProxy: true }]) {
  const under = inspect(options)

  test(`apps, requests and replies have the members of Fastify with ${under}`, async () => {
    const { fastify, own } = await askBoth(look(options))
    for (const kind of kinds) {
      const here = [...own[kind].keys()].filter((name) => !spare[kind].includes(name))
      assert.deepEqual(here.sort(), [...fastify[kind].keys()].sort())
    }
  })

  test(`apps, requests and replies have the enumerable own members of Fastify, except raw, with ${under}`, async () => {
    const { fastify, own } = await askBoth(look(options))
    const copied = (members: Members, kind: Kind) =>
      [...members[kind]].filter(([, { isOwn, isEnumerable }]) => isOwn && isEnumerable).map(([name]) => name)
    for (const kind of kinds) {
      const expected = copied(fastify, kind).filter((name) => kind === 'app' || name !== 'raw')
      assert.deepEqual(copied(own, kind).sort(), expected.sort())
    }
  })
}

const forms: Record<string, () => unknown> = {
  'a function': () => () => 'own',
  'a value': () => 'own',
  'a getter': () => ({ getter: () => 'own' }),
  'a getter with a setter': () => ({ getter: () => 'own', setter() {} })
}

/** Whether a decorator of this form can be declared. Fastify writes each value to requests, so a read-only member is not free there. */
function isFree(make: Make, kind: Kind, form: string, name: string, member: Member | undefined): boolean {
  if (form === 'a value' && kind !== 'app' && member?.isReadOnly === true) return false
  try {
    make()[verbs[kind]](name, forms[form]?.())
    return true
  } catch {
    return false
  }
}

for (const kind of kinds) {
  test(`every decorator that Fastify accepts for its ${kind} is accepted`, async () => {
    const { fastify, own } = await askBoth(look())
    const names = new Set([...fastify[kind].keys(), ...own[kind].keys(), 'ips', 'then', 'toString', 'quite free'])
    const free: string[] = []
    for (const name of names) {
      for (const form of Object.keys(forms)) {
        const { fastify: there, own: here } = await askBoth(async (make) =>
          isFree(make, kind, form, name, fastify[kind].get(name))
        )
        if (there) free.push(name)
        assert.ok(here || !there, `${form} called '${name}' is free on Fastify`)
      }
    }
    assert.ok(free.length > 3)
  })
}

const decorated: Record<Kind, readonly string[]> = {
  app: spare.app,
  request: ['server', 'signal', 'ip', 'ips', 'url', 'socket', 'routeOptions', 'mediaType'],
  reply: ['server', 'routeOptions', 'elapsedTime', 'mediaType']
}

for (const kind of kinds) {
  for (const name of decorated[kind]) {
    test(`an accessor can replace ${kind}.${name}`, async () => {
      const ask = (make: Make) => {
        const app = make()
        const had = kind === 'app' && app[questions[kind]](name)
        app[verbs[kind]](name, forms['a getter']?.())
        return meet(app, (objects) => [had, objects[kind][name], app[questions[kind]](name)])
      }
      assert.deepEqual(await ask(makeEspalier), [false, 'own', true])
      // Fastify itself reads `request.server` on the way of each request.
      if (kind !== 'request' || name !== 'server') assert.deepEqual(await ask(makeFastify), [false, 'own', true])
    })
  }
}

test('a value or function throws for a computed member of requests and replies', () => {
  for (const [kind, names] of [
    ['request', decorated.request.filter((name) => name !== 'ips')] as const,
    ['reply', decorated.reply] as const
  ]) {
    for (const name of names) {
      for (const form of ['a function', 'a value'])
        assert.throws(() => makeEspalier()[verbs[kind]](name, forms[form]?.()), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
    }
  }
})

test('a plugin can check for app.ref, decorate it and require it', async () => {
  const { fastify, own } = await askBoth(async (make) => {
    const app = make()
    const plugin = (decorators: object, setup: (app: Wild) => void) =>
      Object.assign(async (child: Wild) => setup(child), {
        [Symbol.for('plugin-meta')]: { name: 'p', decorators },
        [Symbol.for('skip-override')]: true
      })
    app.register(plugin({}, (child) => void (child.hasDecorator('ref') || child.decorate('ref', () => 'mine'))))
    app.register(plugin({ fastify: ['ref'] }, () => {}))
    await app.ready()
    const seen = [app.ref(), app.getDecorator('ref')()]
    await app.close()
    const early = make()
    early.register(plugin({ fastify: ['ref'] }, () => {}))
    const refusal = await early.ready().catch((error: Anything) => error.code)
    await early.close().catch(() => {})
    return [...seen, refusal]
  })
  assert.deepEqual(own, fastify)
  assert.deepEqual(own, ['mine', 'mine', 'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE'])
})

test('inspect prints [Request] and [Reply], also with decorators', async () => {
  const { own } = await askBoth(async (make) => {
    const names: string[] = []
    for (const options of [{}, { trustProxy: true }]) {
      for (const decorate of [false, true]) {
        const app = make(options)
        if (decorate) app.decorateRequest('a', 1).decorateReply('b', 1)
        names.push(
          ...(await meet(app, ({ request, reply }) => [request, reply].map((one) => inspect(one, { depth: -1 }))))
        )
      }
    }
    return names
  })
  assert.deepEqual([...new Set(own)], ['[Request]', '[Reply]'])
})
