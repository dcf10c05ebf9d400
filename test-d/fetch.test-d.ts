// Requests of the Fetch standard: what platforms are given, and what they give.
import { espalier, plugin } from 'espalier'
import { contextOf, type FetchHandler, toFetchHandler } from 'espalier/fetch'
import { expectType } from 'tsd'

const app = espalier().decorate('clock', () => 0)

expectType<FetchHandler>(toFetchHandler(app))
expectType<Promise<Response>>(toFetchHandler(app)(new Request('http://localhost/')))

// What a platform gives beside the request is typed where it is said what that is.
interface Bindings {
  readonly ADDRESS: string
}
const handle = toFetchHandler<[Bindings]>(app, {
  ip(request, [bindings]) {
    expectType<Request>(request)
    expectType<Bindings>(bindings)
    return bindings.ADDRESS
  }
})
handle(new Request('http://localhost/'), { ADDRESS: '192.0.2.1' })
// @ts-expect-error the bindings are missing
handle(new Request('http://localhost/'))
// @ts-expect-error an address is a text
toFetchHandler(app, { ip: () => 1 })
// @ts-expect-error an option of another name
toFetchHandler(app, { address: () => '' })
// @ts-expect-error a plugin is no app
toFetchHandler(plugin({ name: 'books', setup: () => {} }))

// What came with a request is for whoever reads it to check: a request may have come another way.
app.get('/', (request) => {
  expectType<readonly unknown[] | undefined>(contextOf(request))
  return null
})
// @ts-expect-error a text is no request
contextOf('')
