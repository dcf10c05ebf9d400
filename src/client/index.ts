/** Calls endpoints from wherever there is `fetch`: browsers, Node, Bun, Deno and workers. Published as `espalier/client`. Twin: types/client.ts. */
import type { CallOptions, ClientOptions, CreateClient } from '../../types/client.ts'
import { refuse } from '../contract/refuse.ts'
import { type Target, targetKey } from '../contract/target.ts'
import { type Answer, readAnswer } from './answer.ts'
import { AnswerError } from './fault.ts'
import { isStream, type Parts, toRequest, toUrl } from './outgoing.ts'
import { sleep, waitBefore } from './retry.ts'

export type {
  Call,
  CallInput,
  CallOptions,
  Client,
  ClientAnswer,
  ClientOptions,
  CreateClient,
  Pending
} from '../../types/client.ts'
export { AnswerError, type FaultCode } from './fault.ts'

/** What a name of a client stands for: an endpoint, its target alone, or a group. */
type Given = { readonly [targetKey]: Target } | Target | Targets
type Targets = { readonly [name: string]: Given }

/** Sends a request until it is answered, or not to be sent once more. */
async function send(
  target: Target,
  input: Parts & CallOptions,
  options: ClientOptions,
  signal: AbortSignal
): Promise<Response> {
  const { fetch = globalThis.fetch, baseUrl = '', headers } = options
  const retries = isStream(input.body) ? 0 : (input.retries ?? options.retries ?? 0)
  for (let attempt = 0; ; attempt++) {
    // Asked for each time: a token may have been renewed.
    const common = typeof headers === 'function' ? await headers() : headers
    let response: Response | undefined
    let wait: number | undefined
    try {
      response = await fetch(toUrl(baseUrl, target, input), { ...toRequest(target, input, common), signal })
      wait = attempt < retries ? waitBefore(target.method, response, attempt) : undefined
    } catch (error) {
      wait = attempt < retries && !signal.aborted ? waitBefore(target.method, undefined, attempt) : undefined
      if (wait === undefined) throw error
    }
    if (wait === undefined) return response as Response
    await response?.body?.cancel()
    await sleep(wait, signal)
  }
}

async function call(target: Target, input: Parts & CallOptions, options: ClientOptions): Promise<Answer> {
  const limit = new AbortController()
  const { timeout = options.timeout ?? 0 } = input
  const late = () =>
    limit.abort(new DOMException(`${target.method} ${target.path} took longer than ${timeout} ms.`, 'TimeoutError'))
  const timer = timeout > 0 ? setTimeout(late, timeout) : undefined
  const signals = [limit.signal, input.signal, options.signal].filter((signal) => signal !== undefined)
  try {
    return await readAnswer(await send(target, input, options, AbortSignal.any(signals)), target)
  } finally {
    clearTimeout(timer)
  }
}

/** A call under way, which may be held to a status. */
function answering(target: Target, answer: Promise<Answer>) {
  return Object.assign(answer, {
    async expect(status: number): Promise<unknown> {
      const { status: got, headers, body } = await answer
      if (got === status) return body
      const message = `${target.method} ${target.path} was answered with ${got}, and ${status} was expected.`
      throw new AnswerError('ESP_ERR_STATUS_UNEXPECTED', message, { status: got, headers }, body)
    }
  })
}

const isTarget = (given: Given): given is Target => 'parts' in given && Array.isArray(given.parts)

function clientOf(targets: Targets, options: ClientOptions): object {
  const callOf = (given: Given): unknown => {
    if (targetKey in given) return callOf(given[targetKey])
    if (!isTarget(given)) return clientOf(given as Targets, options)
    return (input: Parts & CallOptions = {}) => answering(given, call(given, input, options))
  }
  return Object.fromEntries(Object.entries(targets).map(([name, given]) => [name, callOf(given)]))
}

/**
 * Makes a function of each endpoint, in groups as they are given.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when `baseUrl` is no address
 * @example
 * const api = createClient({ getBook }, { baseUrl: 'https://books.example' })
 * const answer = await api.getBook({ params: { id: 7 } })
 * if (answer.status === 200) console.log(answer.body.title)
 */
export const createClient: CreateClient = ((targets: Targets, options: ClientOptions = {}) => {
  const { baseUrl = '' } = options
  if (!/^(?:(?:https?:\/\/[^/?#\s]+)?(?:\/(?![/\\])[^?#\s]*)?)$/i.test(baseUrl))
    refuse(
      'The baseUrl of createClient()',
      "an address such as 'https://books.example/api', or a path such as '/api'",
      baseUrl
    )
  return clientOf(targets, options)
}) as unknown as CreateClient
