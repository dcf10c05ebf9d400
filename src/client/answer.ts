/** What a response says, read by its media type. */

import type { ClientOptions } from '../../types/client.ts'
import type { AnyEndpoint } from '../../types/endpoint.ts'
import type { Plan, Target } from '../contract/target.ts'
import { AnswerError, type FaultCode } from './fault.ts'
import { type Place, parseEvents } from './parse-events.ts'

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

/** What answers are read with. */
export interface Reading extends Place {
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
  const { name, answers, revive } = reading.target
  const [type] = (headers.get('content-type') ?? '').toLowerCase().split(/[;\s]/) as [string]
  const said = answers[status] ?? answers[`${`${status}`[0]}xx`] ?? answers.default
  const toValue = (text: string, plan?: Plan, event?: string) => {
    let code: FaultCode = 'ESP_ERR_ANSWER_UNREADABLE'
    let body: unknown = text
    let wrong: unknown
    try {
      const value: unknown = JSON.parse(text)
      wrong = reading.options.validate?.(reading.endpoint as AnyEndpoint, { status, headers, type, body: value, event })
      if (!wrong) return revive ? revive(value, plan) : value
      code = 'ESP_ERR_ANSWER_INVALID'
      body = value
    } catch (error) {
      wrong = error
    }
    throw new AnswerError(code, name, response, body, `: ${wrong}`)
  }

  let body: unknown = response.body ?? undefined
  const plan = said?.[type]
  const isJson = /[/+]json$/.test(type)
  const isText = /^(text|$)/.test(type)
  if (body && plan && !isJson)
    body = reading.events = parseEvents(
      body as ReadableStream,
      (text, event) => toValue(text, (plan.fields as Record<string, Plan>)[event as string], event),
      reading
    )
  else if (body && (!said || isJson || isText)) {
    const text = await response.text()
    body = text || (type && isText) ? text : undefined
    if (text && isJson) body = toValue(text, plan ?? said?.['*'])
  }
  if (said) return { status, ok, type, headers, body }
  throw new AnswerError('ESP_ERR_STATUS_UNDECLARED', name, response, body, ', not declared.')
}
