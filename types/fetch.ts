// Requests of the Fetch standard. Twin: src/adapter/fetch/.

/** An app, whatever its contexts have. */
export interface FetchApp {
  readonly ready: () => PromiseLike<unknown>
  readonly inject: (...options: never) => unknown
}

export interface FetchOptions<Context extends readonly unknown[] = readonly unknown[]> {
  /**
   * Tells the address of the client (`request.ip`) where the platform does it in its own way, such as by a field that it sets. By default it is what
   * Bun and Deno say of the connection, and `undefined` elsewhere.
   *
   * @example { ip: (request) => request.headers.get('cf-connecting-ip') ?? undefined }
   */
  readonly ip?: (request: Request, context: Context) => string | undefined
}

/** Answers a `Request`; what the platform gives after it is read by `contextOf`. */
export type FetchHandler<Context extends readonly unknown[] = readonly unknown[]> = (
  request: Request,
  ...context: Context
) => Promise<Response>

/** Twin: `toFetchHandler` in src/adapter/fetch/index.ts. */
export type ToFetchHandlerFunction = <Context extends readonly unknown[] = readonly unknown[]>(
  app: FetchApp,
  options?: FetchOptions<Context>
) => FetchHandler<Context>

/** Twin: `contextOf` in src/adapter/fetch/index.ts. */
export type ContextOfFunction = (request: object) => readonly unknown[] | undefined
