// The slot that a decorator's value makes.
import { espalier, type Request, value } from 'espalier'
import { expectType } from 'tsd'

interface User {
  name: string
}

const root = espalier()

// Plain values widen, so that a slot can be assigned.
const counted = root.decorateRequest('count', 0).decorateRequest('label', '').decorateRequest('seen', false)
counted.get('/', (request) => {
  expectType<number>(request.count)
  expectType<string>(request.label)
  expectType<boolean>(request.seen)
  request.count = 3
  // @ts-expect-error the slot holds numbers
  request.count = 'three'
  return null
})

// A slot may be wider than its first value.
const withUser = root.decorateRequest('user', value<User | null>(null))
withUser.get('/', (request) => {
  expectType<User | null>(request.user)
  // @ts-expect-error the user may be missing
  request.user.name
  request.user = { name: 'Ada' }
  return null
})
// @ts-expect-error null is no User
value<User>(null)
// @ts-expect-error a slot that does not admit undefined needs a first value
value<User>()
root.decorateRequest('optional', value<User | undefined>()).get('/', (request) => {
  expectType<User | undefined>(request.optional)
  return null
})
root.decorateRequest('bare').get('/', (request) => {
  expectType<undefined>(request.bare)
  return null
})

// One object would be shared by all requests.
// @ts-expect-error an object is no request decorator
root.decorateRequest('settings', { a: 1 })
// @ts-expect-error an array is no reply decorator
root.decorateReply('list', [])

// Getters and setters.
const accessors = root
  .decorate('now', { getter: () => new Date() })
  .decorateRequest('session', {
    getter() {
      expectType<string>(this.url)
      return { id: this.id }
    },
    setter(_session: { id: string }) {}
  })
  .decorateReply('started', { getter: () => 1 })
expectType<Date>(accessors.now)
// @ts-expect-error it has no setter
accessors.now = new Date()
accessors.get('/', (request, reply) => {
  expectType<{ id: string }>(request.session)
  expectType<number>(reply.started)
  request.session = { id: '' }
  // @ts-expect-error it has no setter
  reply.started = 2
  // @ts-expect-error the getter's type has no such member
  request.session.user
  return null
})

// A setter alone answers nothing.
expectType<undefined>(root.decorate('level', { setter(_level: number) {} }).level)

// `this` in a decorator's function is what is decorated, with what was declared before.
const methods = root
  .decorate('prefixText', 'x')
  .decorate('greet', function (name: string) {
    expectType<string>(this.prefixText)
    // @ts-expect-error a later decorator is not visible
    this.later
    return this.prefixText + name
  })
  .decorate('later', 1)
  .decorateRequest('isSecure', function () {
    return this.protocol === 'https'
  })
  .decorateReply('html', function (text: string) {
    expectType<string>(text)
    return this.type('text/html').send(text)
  })
expectType<string>(methods.greet('Ada'))
// @ts-expect-error the function takes a string
methods.greet(1)
methods.get('/', (request, reply) => {
  expectType<boolean>(request.isSecure())
  return reply.code(200).html('x')
})

// A generic function and a class instance keep their types.
const kept = root.decorate('first', <Item>(items: Item[]) => items[0]).decorate('map', new Map<string, number>())
expectType<string | undefined>(kept.first(['a']))
expectType<number | undefined>(kept.map.get('a'))

// Reading by name.
expectType<Map<string, number>>(kept.getDecorator('map'))
expectType<unknown>(kept.getDecorator('none'))
declare const request: Request
expectType<User>(request.getDecorator<User>('user'))

// A value that is one of several makes one member, and the app stays one app.
declare const mailer: { host: string } | { folder: string }
const either = root
  .decorate('mailer', mailer)
  .decorateRequest('since', value<Date | string>(''))
  .decorate('any', JSON.parse('1'))
either.get('/', function (request) {
  expectType<{ host: string } | { folder: string }>(this.mailer)
  expectType<Date | string>(request.since)
  request.since = new Date()
  this.any = 1
})
either.addHook('onRequest', async ({ server, since }) => {
  expectType<{ host: string } | { folder: string }>(server.mailer)
  expectType<Date | string>(since)
})
