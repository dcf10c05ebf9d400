/** A call from its request to its answer, and an event stream to its end. */
import type { CallOptions, ClientOptions } from '../../types/client.ts'
import type { Target } from '../contract/target.ts'
import { type Answer, type Reading, readAnswer } from './answer.ts'
import { AnswerError, unexpected } from './fault.ts'
import { isStream, type Parts, toRequest, toUrl } from './outgoing.ts'
import type { Event } from './parse-events.ts'
import { type Course, persist } from './retry.ts'

interface Exchange extends Course, Reading {
  readonly input: Parts & CallOptions
  readonly options: ClientOptions
}

/** @throws AnswerError, the reason of a signal, a TimeoutError, or what `fetch` throws */
export async function call(
  endpoint: unknown,
  target: Target,
  options: ClientOptions,
  input: Parts & CallOptions = {}
): Promise<Answer> {
  const most = target.isRepeatable && !isStream(input.body) ? Infinity : 0
  const retries = Math.min(most, input.retries ?? options.retries ?? 0)
  const exchange: Exchange = { endpoint, target, options, input, retries, attempt: 0, first: 100 }
  const answer = (await ask(exchange)) as Answer
  if (!exchange.events) return answer
  exchange.retries = most
  exchange.first = 1000
  return { ...answer, body: readEvents(exchange, answer) }
}

/**
 * Sends a request until it is answered.
 *
 * @param cut why the connection of an event stream ended before it: nothing but a signal ends the wait for another one
 */
async function ask(exchange: Exchange, cut?: unknown): Promise<Answer | undefined> {
  const { target, input, options } = exchange
  const { timeout = options.timeout } = input
  const { headers } = options
  const limit = timeout && !cut ? new AbortController() : undefined
  const late = () => limit?.abort(new DOMException(`${target.name} took ${timeout} ms`, 'TimeoutError'))
  const timer = limit && setTimeout(late, timeout)
  const signals = [limit, input, options].flatMap((one) => one?.signal ?? [])
  // Platforms take their time for a signal, so where nobody may end a call there is none.
  const signal = AbortSignal.any(signals)
  const send = async () => {
    // Asked for each time: a token may have been renewed.
    const common = headers instanceof Function ? await headers() : headers
    return (options.fetch ?? fetch)(toUrl(options.baseUrl as string, target, input), {
      ...toRequest(target, input, common, exchange.id),
      signal: (signals[0] && signal) as AbortSignal
    })
  }
  try {
    const response = await persist(send, exchange, signal, cut)
    return cut && response.status === 204 ? undefined : await readAnswer(response, exchange)
  } finally {
    clearTimeout(timer)
  }
}

/** The events of a stream, over as many connections as it takes. */
async function* readEvents(exchange: Exchange, first: Answer): AsyncGenerator<Event> {
  for (let answer: Answer | undefined = first; answer; ) {
    if (answer.body !== exchange.events) throw unexpected(exchange.target.name, answer, 'a stream')
    try {
      return yield* answer.body as AsyncGenerator<Event>
    } catch (error) {
      if (error instanceof AnswerError) throw error
      answer = await ask(exchange, error)
    }
  }
}
