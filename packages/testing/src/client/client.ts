import { type Answer, type Call, type Target, toCall } from './call.ts'
import { CookieJar } from './jar.ts'

/** An app with `inject`, such as an app of espalier or Fastify. */
export interface InjectableApp {
  // `TestClient` takes the type of `inject` from the app itself, so no type is needed here.
  readonly inject: unknown
}

export interface TestClientOptions<App extends InjectableApp, User> {
  /** Header fields that are sent with every call. */
  readonly headers?: Readonly<Record<string, string>>
  /** Logs a user in. The client stores the cookies of responses. A login with a token sets a header: `client.headers.authorization = token`. */
  readonly login?: (client: TestClient<App, User>, user: User) => Promise<unknown>
}

export interface TestClient<App extends InjectableApp, User> {
  /** Calls `app.inject` with the cookies of this client, and stores the cookies of the response. */
  readonly inject: App['inject']
  /** Header fields that are sent with every later call, such as a token. They can be changed. */
  readonly headers: Record<string, string>
  /** Returns the cookies that would be sent to a path, by name. Default: `/`. */
  cookies(path?: string): Readonly<Record<string, string>>
  /**
   * Makes a client, logs the user in with the option `login`, and returns the client. The app checks the user's requests as in production.
   *
   * @throws Error when the client was made without `login`
   */
  as(user: User): Promise<TestClient<App, User>>
}

/**
 * Makes a client for tests of an app. It stores cookies, and can log in.
 *
 * @example
 * const app = espalier()
 * app.post('/login', (_request, reply) => reply.header('set-cookie', 'user=ada').code(204).send())
 * app.get('/me', ({ headers }) => headers.cookie)
 * const client = testClient(app, { login: (visitor) => visitor.inject({ method: 'POST', url: '/login' }) })
 * const ada = await client.as('Ada')
 * (await ada.inject('/me')).body // 'user=ada'
 */
export function testClient<App extends InjectableApp, User = never>(
  app: App,
  options: TestClientOptions<App, User> = {}
): TestClient<App, User> {
  return new Visitor(app, options)
}

class Visitor<App extends InjectableApp, User> implements TestClient<App, User> {
  readonly inject: App['inject']
  readonly #app: App
  readonly #options: TestClientOptions<App, User>
  readonly #jar = new CookieJar()
  readonly headers: Record<string, string>

  constructor(app: App, options: TestClientOptions<App, User>) {
    this.#app = app
    this.#options = options
    this.headers = { ...options.headers }
    this.inject = (target: Target, input?: object) => this.#call(toCall(target, input))
  }

  cookies(path = '/'): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#jar.cookiesFor(path))
  }

  async as(user: User): Promise<TestClient<App, User>> {
    const { login } = this.#options
    if (login === undefined) throw new Error('as() needs the option login: testClient(app, { login }).')
    const visitor = new Visitor(this.#app, this.#options)
    await login(visitor, user)
    return visitor
  }

  #call(call: Call): PromiseLike<Answer> {
    const headers = { ...this.headers, ...call.headers }
    const cookies = this.#cookieField(call)
    const args = call.with(cookies === '' ? headers : { ...headers, cookie: cookies })
    const result: PromiseLike<Answer> = Reflect.apply(this.#app.inject as () => never, this.#app, args)
    // This callback is the first one of the promise, so the cookies are stored before the caller continues.
    result.then(
      ({ headers }) => this.#jar.store([headers['set-cookie'] ?? []].flat().map(String), call.path),
      () => {}
    )
    return result
  }

  /** A cookie in the call replaces the stored cookie with the same name. */
  #cookieField({ path, cookies, headers }: Call): string {
    const kept = this.#jar.cookiesFor(path)
    const given = Object.entries(cookies).map(([name, value]) => [name, encodeURIComponent(value)] as const)
    const pairs = [...new Map([...kept, ...given])].map(([name, value]) => `${name}=${value}`)
    return [...(typeof headers.cookie === 'string' ? [headers.cookie] : []), ...pairs].join('; ')
  }
}
