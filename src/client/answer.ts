/** Reads a response by its media type. */

import type { ClientOptions } from '../../types/client.ts'
import type { AnyEndpoint } from '../../types/endpoint.ts'
import type { Place, Source } from '../contract/event-reader.ts'
import type { Plan, Target } from '../contract/target.ts'
import { AnswerError, type FaultCode } from './fault.ts'

/** An answer of a declared status. */
export interface Answer {
  readonly status: number
  /** Whether the status is 200 to 299. */
  readonly ok: boolean
  /** The media type without parameters, in lower case; empty where the answer says none. */
  readonly type: string
  readonly headers: Headers
  /** JSON as its value, text as text, an event stream as its events, other media types as a stream; `undefined` where there is nothing. */
  readonly body: unknown
}

/** The tools for reading answers. */
export interface Reading extends Place {
  /** Reads the events of the answer, where it is a stream of them. */
  source?: Source | undefined
  readonly target: Target
  /** As it was given to the client: its target alone, where the client was written. */
  readonly endpoint: unknown
  readonly options: ClientOptions
}

/**
 * Reads a response, by what its endpoint says of its status: exact before class before default.
 *
 * @throws AnswerError when its status is not declared, its body not what it says that it is, or refused
 */
export async function readAnswer(response: Response, reading: Reading): Promise<Answer> {
  const { status, ok, headers } = response
  const { name, method, answers, revive } = reading.target
  const [type] = (headers.get('content-type') ?? '').toLowerCase().split(/[;\s]/) as [string]
  const said = answers[status] ?? answers[`${`${status}`[0]}xx`] ?? answers.default
  const fault = (code: FaultCode, body: unknown, rest: string) => new AnswerError(code, name, response, body, rest)
  const toValue = (text: string, plan?: Plan, event?: string) => {
    let value: unknown
    let wrong: unknown
    try {
      value = JSON.parse(text)
      wrong = reading.options.validate?.(reading.endpoint as AnyEndpoint, { status, headers, type, body: value, event })
      if (!wrong) return revive ? revive(value, plan) : value
    } catch (error) {
      throw fault('ESP_ERR_ANSWER_UNREADABLE', text, `: ${error}`)
    }
    throw fault('ESP_ERR_ANSWER_INVALID', value, `: ${wrong}`)
  }

  const isJson = /[/+]json$/.test(type)
  const isText = /^(text\/|$)/.test(type)
  // The first that is declared. A media type may be called as what every object has: `constructor`.
  const types = [type, isJson ? '+json' : type.replace(/\/.*/, '/*'), '*/*']
  const [plan] = types.flatMap((one) => (said && Object.hasOwn(said, one) ? (said[one] as Plan) : []))
  // Platforms differ in which empty answers have a body.
  const raw = method !== 'HEAD' && !/20[45]|304/.test(`${status}`) && (response.body ?? (type && new Response('').body))
  let isDeclared = !raw || plan || (said && !Object.keys(said)[0])
  let body: unknown = raw || undefined
  reading.source = raw && plan?.heartbeat ? { plan, toValue, fault } : undefined
  // An event stream that is not declared might never end.
  if (raw && !reading.source && (plan || type !== 'text/event-stream') && (!said || isJson || isText)) {
    const text = await response.text()
    isDeclared ||= !type && !text
    body = text || (type && isText) ? text : undefined
    if (text && isJson) body = toValue(text, plan)
  }
  if (said && isDeclared) return { status, ok, type, headers, body }
  throw fault(`ESP_ERR_${said ? 'TYPE' : 'STATUS'}_UNDECLARED`, body, `${said ? ` and '${type}'` : ''}, not declared.`)
}
