// Plugins of espalier in apps of Fastify's types: what they need is declared there, and what they provide does not contradict it.
import cookie from '@fastify/cookie'
import { guard, plugin, requires, shared, Type, value } from 'espalier'
import { bearerAuth } from 'espalier/bearer-auth'
import { adopt, asFastifyHook, asFastifyPlugin } from 'espalier/fastify'
import fastify, { type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'espalier/fastify-types'
import { expectAssignable, expectType } from 'tsd'

declare module 'fastify' {
  interface FastifyInstance {
    clock: { now(): number }
    admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
  interface FastifyRequest {
    guest: { name: string } | null
  }
  interface FastifyReply {
    seal(text: string): this
  }
}

const app = fastify()

// Nothing needed, nothing provided; options are those of the plugin and of every registration.
const plain = plugin({ name: 'plain', setup: () => {} })
expectAssignable<FastifyPluginAsync>(asFastifyPlugin(plain))
app.register(asFastifyPlugin(plain))
app.register(asFastifyPlugin(plain), { prefix: '/plain' })
const dated = plugin({ name: 'dated', setup: (_, { from }: { from: Date }) => void from.getTime() })
app.register(asFastifyPlugin(dated), { from: new Date(0), prefix: '/dated' })
// @ts-expect-error the option is missing
app.register(asFastifyPlugin(dated), { prefix: '/dated' })
// @ts-expect-error a date is no text
app.register(asFastifyPlugin(dated), { from: 'yesterday' })
app.register(asFastifyPlugin(bearerAuth), { keys: ['a key'] })
// @ts-expect-error keys are texts
app.register(asFastifyPlugin(bearerAuth), { keys: [1] })

// Needs that are declared.
type Clock = { now(): number }
asFastifyPlugin(plugin({ name: 'a', needs: requires<{ app: { clock: Clock } }>({ app: ['clock'] }), setup: () => {} }))
asFastifyPlugin(
  plugin({ name: 'a', needs: requires<{ request: { guest: { name: string } | null } }>(), setup: () => {} })
)
asFastifyPlugin(plugin({ name: 'a', needs: requires<{ reply: { seal(text: string): unknown } }>(), setup: () => {} }))
const clock = shared({ name: 'clock', setup: (inner) => inner.decorate('clock', { now: (): number => 0 }) })
const hours = plugin({ name: 'hours', needs: [clock], setup: (inner) => inner.get('/', () => inner.clock.now()) })
app.register(asFastifyPlugin(clock)).register(asFastifyPlugin(hours))

// Functions of Fastify's own objects are needed as functions of ours.
const admit = adopt(async () => {}, { name: 'admit', app: ['admit'], reply: ['seal'] })
asFastifyPlugin(
  plugin({
    name: 'b',
    needs: [admit],
    setup: (inner) =>
      inner.get('/', { onRequest: (request, reply) => inner.admit(request, reply) }, (_, reply) =>
        reply.seal('a').send('')
      )
  })
)
asFastifyPlugin(
  plugin({ name: 'c', needs: [adopt(cookie, { request: ['cookies'], reply: ['setCookie'] })], setup: () => {} })
)

// What is derived is needed where it is declared.
const guests = shared({
  name: 'guests',
  setup: (inner) =>
    inner.derive('onRequest', async ({ headers }) => ({ guest: headers.from ? { name: headers.from } : null }))
})
asFastifyPlugin(guests)
asFastifyPlugin(
  plugin({ name: 'd', needs: [guests], setup: (inner) => inner.get('/', ({ guest }) => guest?.name ?? '') })
)

// Needs that are not, or are of another type.
// @ts-expect-error FastifyInstance has no member mailer, which the plugin "e" needs
asFastifyPlugin(plugin({ name: 'e', needs: requires<{ app: { mailer: Clock } }>(), setup: () => {} }))
// @ts-expect-error FastifyRequest has no member voucher, which the plugin "e" needs
asFastifyPlugin(plugin({ name: 'e', needs: requires<{ request: { voucher: string } }>(), setup: () => {} }))
// @ts-expect-error FastifyReply has no member render, which the plugin "e" needs
asFastifyPlugin(plugin({ name: 'e', needs: requires<{ reply: { render(): void } }>(), setup: () => {} }))
// @ts-expect-error FastifyInstance declares clock of another type than the plugin "e" needs
asFastifyPlugin(plugin({ name: 'e', needs: requires<{ app: { clock: { now(): string } } }>(), setup: () => {} }))
// @ts-expect-error FastifyRequest declares guest of another type than the plugin "e" needs
asFastifyPlugin(plugin({ name: 'e', needs: requires<{ request: { guest: { name: string } } }>(), setup: () => {} }))

// What a shared plugin provides: as it is declared, or not declared at all.
asFastifyPlugin(shared({ name: 'f', setup: (inner) => inner.decorate('nobodyDeclares', 1) }))
asFastifyPlugin(
  shared({ name: 'f', setup: (inner) => inner.decorateRequest('guest', value<{ name: string } | null>(null)) })
)
asFastifyPlugin(shared({ name: 'f', setup: (inner) => inner.decorateRequest('guest', value<null>(null)) }))
// @ts-expect-error the plugin "f" provides clock of another type than FastifyInstance declares
asFastifyPlugin(shared({ name: 'f', setup: (inner) => inner.decorate('clock', { now: () => '' }) }))
// @ts-expect-error the plugin "f" provides guest of another type than FastifyRequest declares
asFastifyPlugin(shared({ name: 'f', setup: (inner) => inner.derive('onRequest', async () => ({ guest: 'Ada' })) }))
// @ts-expect-error the plugin "f" provides guest of another type than FastifyRequest declares
asFastifyPlugin(shared({ name: 'f', setup: (inner) => inner.decorateRequest('guest', value<string | null>(null)) }))

// A prefix with the parameters that the plugin declares.
const rooms = plugin({ name: 'rooms', params: { floor: Type.Integer() }, setup: () => {} })
app.register(asFastifyPlugin(rooms), { prefix: '/floors/:floor' })
// @ts-expect-error the prefix has no such parameter
app.register(asFastifyPlugin(rooms), { prefix: '/floors' })
// @ts-expect-error there is no prefix
app.register(asFastifyPlugin(rooms))

// A plugin of Fastify needs no bridge, and is none of ours.
const theirs: FastifyPluginAsync = async () => {}
// @ts-expect-error a function for Fastify
asFastifyPlugin(theirs)
// @ts-expect-error a text
asFastifyPlugin('plain')
expectType<Promise<void>>(theirs(app, {}))
// An app of another type provider or another server registers it just so.
fastify({ http2: true }).register(asFastifyPlugin(plain), { prefix: '/2' })

// Guards in routes of Fastify's types.
const requireGuest = guard(async ({ guest }: { guest: { name: string } | null }, reply) => {
  return guest === null ? reply.code(401).send() : { guest }
})
const requireKey = guard(async ({ headers }, reply) => {
  return headers.authorization === undefined ? reply.code(401).send() : {}
})
app.get('/guest', { onRequest: [asFastifyHook(requireGuest)], preHandler: asFastifyHook(requireKey) }, async () => 'x')
app.addHook('onRequest', asFastifyHook(requireGuest))
app.addHook('preHandler', asFastifyHook(requireKey))
const requireStaff = guard(async ({ staff }: { staff: boolean }) => ({ staff }))
// @ts-expect-error FastifyRequest has no member staff
app.addHook('onRequest', asFastifyHook(requireStaff))
const requireOther = guard(async ({ guest }: { guest: number }) => ({ guest }))
// @ts-expect-error FastifyRequest declares guest of another type
app.addHook('onRequest', asFastifyHook(requireOther))
// @ts-expect-error a hook of Fastify stands there as it is
asFastifyHook(async (request: FastifyRequest) => void request.url)
