// Requests of the Fetch standard. At run time: src/adapter/fetch/.

/** An app, whatever its contexts declare. */
export interface FetchApp {
  readonly ready: () => PromiseLike<unknown>
  readonly inject: (...options: never) => unknown
}

export interface FetchOptions<Context extends readonly unknown[] = readonly unknown[]> {
  /**
   * Returns the client's address (`request.ip`), if the platform has it in its own place, such as a header. By default it is that of the connection in
   * Bun and Deno, and `undefined` elsewhere.
   *
   * @example { ip: (request) => request.headers.get('cf-connecting-ip') ?? undefined }
   */
  readonly ip?: (request: Request, context: Context) => string | undefined
}

/** Answers a `Request`; `contextOf` returns the platform's further arguments. */
export type FetchHandler<Context extends readonly unknown[] = readonly unknown[]> = (
  request: Request,
  ...context: Context
) => Promise<Response>

/** At run time: `toFetchHandler` in src/adapter/fetch/index.ts. */
export type ToFetchHandlerFunction = <Context extends readonly unknown[] = readonly unknown[]>(
  app: FetchApp,
  options?: FetchOptions<Context>
) => FetchHandler<Context>

/** At run time: `contextOf` in src/adapter/fetch/index.ts. */
export type ContextOfFunction = (request: object) => readonly unknown[] | undefined
