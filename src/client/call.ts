/** A call: it sends the request and reads the response, and an event stream until its end. */
import type { CallOptions, ClientOptions } from '../../types/client.ts'
import type { Target } from '../contract/target.ts'
import { type Answer, type Reading, readAnswer } from './answer.ts'
import { unexpected } from './fault.ts'
import { isStream, type Parts, toRequest, toUrl } from './outgoing.ts'
import { type Course, longest, persist } from './retry.ts'

/** An endpoint of a client, ready to be called. */
export interface Called {
  /** The endpoint as passed to the client. In a generated client it has only the target. */
  readonly endpoint: unknown
  readonly target: Target
  readonly options: ClientOptions
  /** The endpoints and groups of the client. */
  readonly root: object
}

interface Exchange extends Called, Course, Reading {
  /** The input, with an idempotency key if the endpoint declares one. Each request of the call sends the same key. */
  readonly input: Parts & CallOptions
  readonly options: ClientOptions
  readonly most: number
  /** Aborts the call. */
  readonly own: AbortController
  /** Its signal, created only if the platform needs it, because that takes time. */
  signal: AbortSignal | undefined
}

/** @throws AnswerError, the reason of a signal, a TimeoutError, or what `fetch` throws */
export async function call(called: Called, input: Parts & CallOptions = {}): Promise<Answer> {
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
  const timer = timeout && timeout <= longest ? setTimeout(late, timeout) : undefined
  const exchange: Exchange = {
    ...called,
    input: target.withKey?.(input) ?? input,
    own,
    most,
    signal: timer || signals[0] ? own.signal : undefined,
    retries: most && retries,
    patience: retries,
    attempt: 0,
    first: 100
  }
  let answer: Answer | undefined
  try {
    answer = (await ask(exchange)) as Answer
  } finally {
    clearTimeout(timer)
    // A body that is not read yet may still be aborted.
    if (!(answer?.body instanceof ReadableStream)) end()
  }
  if (!exchange.source) return answer
  exchange.signal = own.signal
  const body = target.readEvents?.(answer.body as ReadableStream, exchange, (cut) => ask(exchange, cut), end)
  return { ...answer, body }
}

/**
 * Sends a request, again where needed, until there is a response.
 *
 * @param cut why the earlier connection of an event stream ended. Then it retries until a signal aborts it
 */
async function ask(exchange: Exchange, cut?: unknown): Promise<Answer | undefined> {
  const { target, input, options } = exchange
  const { signal } = exchange.own
  const { headers } = options
  // An invalid address throws here, without a retry.
  const url = toUrl(options.baseUrl as string, target, input, exchange.root)
  signal.throwIfAborted()
  const send = async () => {
    // Called for each request: a token may have been renewed.
    const common = headers instanceof Function ? await headers() : headers
    return (options.fetch ?? fetch)(url, {
      ...toRequest(target, input, common, exchange.last),
      credentials: options.credentials,
      signal: exchange.signal
    } as RequestInit)
  }
  const answered = async () => {
    const response = await persist(send, exchange, signal, cut)
    if (cut && response.status === 204) return undefined
    const answer = await readAnswer(response, exchange)
    if (cut && !exchange.source) throw unexpected(target.name, answer, 'a stream')
    return answer
  }
  // A replacement for `fetch` may ignore signals.
  const aborted = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason)
  })
  return Promise.race([answered(), aborted])
}
