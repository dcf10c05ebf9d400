// Requests of the Fetch standard. Implementation: src/adapter/fetch/.

/** Any app, whatever decorators it has. */
export interface FetchApp {
  readonly ready: () => PromiseLike<unknown>
  readonly inject: (...options: never) => unknown
}

export interface FetchOptions<Context extends readonly unknown[] = readonly unknown[]> {
  /**
   * Returns the client's address (`request.ip`), for platforms that pass the address in a header or an argument. Default: the address of the
   * connection in Bun and Deno, `undefined` elsewhere.
   *
   * @example
   * const handle = toFetchHandler(app.get('/', ({ ip }) => ip), { ip: ({ headers }) => headers.get('x-ip') ?? '::1' })
   * const answer = await handle(new Request('http://a.example/'))
   * await answer.text() // '::1'
   */
  readonly ip?: (request: Request, context: Context) => string | undefined
}

/** Responds to a `Request`. The platform may pass further arguments, which `contextOf` returns. */
export type FetchHandler<Context extends readonly unknown[] = readonly unknown[]> = (
  request: Request,
  ...context: Context
) => Promise<Response>

/** Makes a function from `Request` to `Response` from an app, for platforms such as Bun and Deno. */
export type ToFetchHandlerFunction = <Context extends readonly unknown[] = readonly unknown[]>(
  app: FetchApp,
  options?: FetchOptions<Context>
) => FetchHandler<Context>

/** Returns the further arguments that the platform passed with a request. */
export type ContextOfFunction = (request: object) => readonly unknown[] | undefined
