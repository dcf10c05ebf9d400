import type { ClientOptions } from '../../types/client.ts'
import type { AnyEndpoint } from '../../types/endpoint.ts'
import type { EventDecoder, StreamPosition } from '../contract/event-reader.ts'
import type { RevivalPlan } from '../contract/revive.ts'
import type { Target } from '../contract/target.ts'
import { AnswerError, type FaultCode } from './fault.ts'

export interface Answer {
  readonly status: number
  readonly ok: boolean
  /** The media type in lower case, without parameters; empty if the response has none. */
  readonly type: string
  readonly headers: Headers
  /** Parsed JSON, a text, the events of a server-sent event stream, or a `ReadableStream` for other media types. `undefined` if there is no body. */
  readonly body: unknown
}

export interface ReadContext extends StreamPosition {
  source?: EventDecoder | undefined
  readonly target: Target
  readonly endpoint: unknown
  readonly options: ClientOptions
}

/**
 * Uses the response map entry of the exact status, otherwise of its class, otherwise of `default`.
 *
 * @throws AnswerError when the status or media type is not declared, or the body is unreadable or fails validation
 */
export async function readAnswer(response: Response, reading: ReadContext): Promise<Answer> {
  const { status, ok, headers } = response
  const { name, method, answers, revive } = reading.target
  const [type] = (headers.get('content-type') ?? '').toLowerCase().split(/[;\s]/) as [string]
  const map = answers[status] ?? answers[`${`${status}`[0]}xx`] ?? answers.default
  const fault = (code: FaultCode, body: unknown, rest: string) => new AnswerError(code, name, response, body, rest)
  const toValue = (text: string, plan?: RevivalPlan, event?: string) => {
    let value: unknown
    let issue: unknown
    try {
      value = JSON.parse(text)
      issue = reading.options.validate?.(reading.endpoint as AnyEndpoint, { status, headers, type, body: value, event })
      if (!issue) return revive ? revive(value, plan) : value
    } catch (error) {
      throw fault('ESP_ERR_ANSWER_UNREADABLE', text, `: ${error}`)
    }
    throw fault('ESP_ERR_ANSWER_INVALID', value, `: ${issue}`)
  }
  const isJson = /[/+]json$/.test(type)
  const isText = /^(text\/|$)/.test(type)
  // `Object.hasOwn`, because a media type may have the name of an inherited property, such as `constructor`.
  const types = [type, isJson ? '+json' : type.replace(/\/.*/, '/*'), '*/*']
  const [plan] = types.flatMap((one) => (map && Object.hasOwn(map, one) ? (map[one] as RevivalPlan) : []))
  // For an empty response, `body` is `null` on some platforms and an empty stream on others. So method and status decide.
  const raw = method !== 'HEAD' && !/20[45]|304/.test(`${status}`) && (response.body ?? (type && new Response('').body))
  let isDeclared = !raw || plan || (map && !Object.keys(map)[0])
  let body: unknown = raw || undefined
  reading.source = raw && plan?.heartbeat ? { plan, toValue, fault } : undefined
  // An undeclared event stream is not read as text, because it might never end.
  if (raw && !reading.source && (plan || type !== 'text/event-stream') && (!map || isJson || isText)) {
    const text = await response.text()
    isDeclared ||= !type && !text
    body = text || (type && isText) ? text : undefined
    if (text && isJson) body = toValue(text, plan)
  }
  if (map && isDeclared) return { status, ok, type, headers, body }
  throw fault(`ESP_ERR_${map ? 'TYPE' : 'STATUS'}_UNDECLARED`, body, `${map ? ` and '${type}'` : ''}, not declared.`)
}
