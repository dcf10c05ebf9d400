/** Calls an endpoint: sends the request, and reads the response, or an event stream until its end. */
import type { CallOptions, ClientOptions } from '../../types/client.ts'
import type { Target } from '../contract/target.ts'
import { type Answer, type ReadContext, readAnswer } from './answer.ts'
import { unexpected } from './fault.ts'
import { isStream, type RequestParts, toRequest, toUrl } from './outgoing.ts'
import { fetchWithRetries, maxDelay, type RetryState } from './retry.ts'

/** An endpoint of a client, ready to be called. */
export interface CallableEndpoint {
  /** The endpoint that the option `validate` gets. In a generated client, its target. */
  readonly endpoint: unknown
  readonly target: Target
  readonly options: ClientOptions
  /** The endpoints and groups of the client. */
  readonly root: object
}

interface Exchange extends CallableEndpoint, RetryState, ReadContext {
  /** The input, with an idempotency key if the endpoint declares one. All requests of the call, retries included, send the same key. */
  readonly input: RequestParts & CallOptions
  readonly options: ClientOptions
  readonly most: number
  /** Aborts the requests of the call. */
  readonly own: AbortController
  /** The signal of `own`, for `fetch`. `undefined` for a call without a timeout and a signal, because `fetch` is faster without a signal. */
  signal: AbortSignal | undefined
}

/** @throws AnswerError, the reason of a signal, a TimeoutError, or what `fetch` throws */
export async function call(called: CallableEndpoint, input: RequestParts & CallOptions = {}): Promise<Answer> {
  const { target, options } = called
  const { timeout = options.timeout, retries = options.retries ?? 0 } = input
  const most = target.isRepeatable && !isStream(input.body) ? Infinity : 0
  const own = new AbortController()
  const signals = [input.signal, options.signal].flatMap((one) => one ?? [])
  const follow = () => {
    for (const { aborted, reason } of signals) if (aborted) own.abort(reason)
  }
  follow()
  for (const one of signals) one.addEventListener('abort', follow)
  // Removes listeners from signals that outlive the call.
  const end = () => signals.map((one) => one.removeEventListener('abort', follow))
  const late = () => own.abort(new DOMException(`${target.name} took ${timeout} ms`, 'TimeoutError'))
  const timer = timeout && timeout <= maxDelay ? setTimeout(late, timeout) : undefined
  const exchange: Exchange = {
    ...called,
    input: target.withKey?.(input) ?? input,
    own,
    most,
    signal: timer || signals[0] ? own.signal : undefined,
    retries: most && retries,
    serverErrorRetries: retries,
    attempt: 0,
    first: 100
  }
  let answer: Answer | undefined
  try {
    answer = (await ask(exchange)) as Answer
  } finally {
    clearTimeout(timer)
    // A stream is read after the call, and the caller must still be able to abort it. So the listeners stay.
    if (!(answer?.body instanceof ReadableStream)) end()
  }
  if (!exchange.source) return answer
  exchange.signal = own.signal
  const body = target.readEvents?.(answer.body as ReadableStream, exchange, (cut) => ask(exchange, cut), end)
  return { ...answer, body }
}

/**
 * Sends a request, and retries it where that is allowed, until there is a response.
 *
 * @param cut the error that cut the connection of an event stream, to which the request reconnects
 */
async function ask(exchange: Exchange, cut?: unknown): Promise<Answer | undefined> {
  const { target, input, options } = exchange
  const { signal } = exchange.own
  const { headers } = options
  // An invalid address throws here, without a retry.
  const url = toUrl(options.baseUrl as string, target, input, exchange.root)
  signal.throwIfAborted()
  const send = async () => {
    // The headers are read for each request, because a token in them may have been renewed.
    const common = headers instanceof Function ? await headers() : headers
    return (options.fetch ?? fetch)(url, {
      ...toRequest(target, input, common, exchange.last),
      credentials: options.credentials,
      signal: exchange.signal
    } as RequestInit)
  }
  const answered = async () => {
    const response = await fetchWithRetries(send, exchange, signal, cut)
    if (cut && response.status === 204) return undefined
    const answer = await readAnswer(response, exchange)
    if (cut && !exchange.source) throw unexpected(target.name, answer, 'a stream')
    return answer
  }
  // A replacement for `fetch` may ignore signals, so an abort rejects the call here.
  const aborted = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason)
  })
  return Promise.race([answered(), aborted])
}
