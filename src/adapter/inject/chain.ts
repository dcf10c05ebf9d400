/** The result of `app.inject()` without a callback. Methods such as `.headers({…})` change the request; awaiting the chain sends it. */

type Start = (options: object) => Promise<unknown>
export type Builder = PromiseLike<unknown> & Record<string, (value?: unknown) => unknown>
type Build = (options: object) => Builder

export class InjectChain {
  #options: object
  #start: Start
  #build: Build
  #promise: PromiseLike<unknown> | null = null
  #builder: Builder | null = null

  constructor(given: unknown, start: Start, build: Build) {
    this.#options = typeof given === 'string' ? { url: given } : { ...(given as object) }
    this.#start = start
    this.#build = build
    // As in light-my-request, the request is sent in the next tick even if the caller never awaits the chain.
    if ((this.#options as { autoStart?: unknown }).autoStart !== false) process.nextTick(InjectChain.start, this)
  }

  static start(chain: InjectChain): void {
    if (chain.#builder === null) chain.#promise ??= chain.#start(chain.#options)
  }

  #response(): Promise<unknown> {
    InjectChain.start(this)
    return (this.#builder ?? this.#promise) as Promise<unknown>
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like a promise
  then(...handlers: Parameters<Promise<unknown>['then']>): Promise<unknown> {
    return this.#response().then(...handlers)
  }
  catch(handler: never): Promise<unknown> {
    return this.#response().catch(handler)
  }
  finally(handler: never): Promise<unknown> {
    return this.#response().finally(handler)
  }

  end(callback?: unknown): unknown {
    return InjectChain.complete(this, 'end', callback)
  }

  static complete(chain: InjectChain, verb: string, value: unknown): unknown {
    if (chain.#promise !== null) throw new Error('The dispatch function has already been invoked')
    chain.#builder ??= chain.#build(chain.#options)
    return chain.#builder[verb]?.(value)
  }
}

const methods = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put', 'trace']
for (const verb of [...methods, 'body', 'cookies', 'headers', 'payload', 'query']) {
  Object.defineProperty(InjectChain.prototype, verb, {
    value(this: InjectChain, value: unknown) {
      InjectChain.complete(this, verb, value)
      return this
    }
  })
}
