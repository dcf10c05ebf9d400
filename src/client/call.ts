/** Sends a request and reads its response. Reconnects a server-sent event stream until the stream ends. */
import type { CallOptions, ClientOptions } from '../../types/client.ts'
import type { Target } from '../contract/target.ts'
import { type Answer, type ReadContext, readAnswer } from './answer.ts'
import { unexpected } from './fault.ts'
import { isStream, type RequestParts, toRequest, toUrl } from './outgoing.ts'
import { fetchWithRetries, maxDelay, type RetryState } from './retry.ts'

export interface CallableEndpoint {
  /** The argument for the option `validate`. In a generated client this is the `target`. */
  readonly endpoint: unknown
  readonly target: Target
  readonly options: ClientOptions
  /** All endpoints and groups of the client. */
  readonly root: object
}

interface Exchange extends CallableEndpoint, RetryState, ReadContext {
  /** The input includes the idempotency key, because retries must send the same key. */
  readonly input: RequestParts & CallOptions
  readonly most: number
  readonly own: AbortController
  /** `undefined` if the call has neither a timeout nor a signal, because `fetch` is faster without one. */
  signal: AbortSignal | undefined
}

/** @throws AnswerError, the reason of a signal, a TimeoutError, or what `fetch` throws */
export async function call(callable: CallableEndpoint, input: RequestParts & CallOptions = {}): Promise<Answer> {
  const { target, options } = callable
  const { timeout = options.timeout, retries = options.retries ?? 0 } = input
  const most = target.isRepeatable && !isStream(input.body) ? Infinity : 0
  const own = new AbortController()
  const signals = [input.signal, options.signal].flatMap((one) => one ?? [])
  const forwardAbort = () => {
    for (const { aborted, reason } of signals) if (aborted) own.abort(reason)
  }
  forwardAbort()
  for (const one of signals) one.addEventListener('abort', forwardAbort)
  const end = () => signals.map((one) => one.removeEventListener('abort', forwardAbort))
  const abortLate = () => own.abort(new DOMException(`${target.name} took ${timeout} ms`, 'TimeoutError'))
  const timer = timeout && timeout <= maxDelay ? setTimeout(abortLate, timeout) : undefined
  const exchange: Exchange = {
    ...callable,
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
    answer = (await request(exchange)) as Answer
  } finally {
    clearTimeout(timer)
    // The caller reads a streamed body after this function has returned, and must still be able to abort it.
    if (!(answer?.body instanceof ReadableStream)) end()
  }
  if (!exchange.source) return answer
  exchange.signal = own.signal
  const body = target.readEvents?.(answer.body as ReadableStream, exchange, (cut) => request(exchange, cut), end)
  return { ...answer, body }
}

/** @param cut the error that ended the connection of an event stream; without it, this is the first request */
async function request(exchange: Exchange, cut?: unknown): Promise<Answer | undefined> {
  const { target, input, options } = exchange
  const { signal } = exchange.own
  const { headers } = options
  const url = toUrl(options.baseUrl as string, target, input, exchange.root)
  signal.throwIfAborted()
  const send = async () => {
    // Called for each request, because a token in the headers may have been renewed.
    const common = headers instanceof Function ? await headers() : headers
    return (options.fetch ?? fetch)(url, {
      ...toRequest(target, input, common, exchange.last),
      credentials: options.credentials,
      signal: exchange.signal
    } as RequestInit)
  }
  const receive = async () => {
    const response = await fetchWithRetries(send, exchange, signal, cut)
    if (cut && response.status === 204) return undefined
    const answer = await readAnswer(response, exchange)
    if (cut && !exchange.source) throw unexpected(target.name, answer, 'a stream')
    return answer
  }
  // A custom `fetch` may ignore signals, so an abort also rejects the call directly.
  const aborted = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason)
  })
  return Promise.race([receive(), aborted])
}
