/** What a response says, read by its media type. */
import type { Target } from '../contract/target.ts'
import { AnswerError } from './fault.ts'

/** An answer of a declared status. */
export interface Answer {
  readonly status: number
  /** Whether the status is 200 to 299. */
  readonly ok: boolean
  /** The media type without parameters, in lower case; empty where the answer says none. */
  readonly type: string
  readonly headers: Headers
  /** JSON as its value, text as text, other media types as a stream; `undefined` where there is nothing. */
  readonly body: unknown
}

const typeOf = (response: Response) =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const isJson = (type: string) => /^[^/]+\/(?:[^/]+\+)?json$/.test(type)

const isText = (type: string) => type === '' || type.startsWith('text/')

async function readBody(response: Response, { method, path }: Target): Promise<unknown> {
  const type = typeOf(response)
  if (response.body === null || [204, 205, 304].includes(response.status)) return undefined
  if (!isJson(type) && !isText(type)) return response.body
  const text = await response.text()
  if (!isJson(type)) return type === '' && text === '' ? undefined : text
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    const message = `The answer ${response.status} to ${method} ${path} says that it is JSON, and is none.`
    throw new AnswerError('ESP_ERR_ANSWER_UNREADABLE', message, response, text)
  }
}

/** What an endpoint says of a status: exact before class before default. */
const saidOf = ({ answers = { default: {} } }: Target, status: number) =>
  answers[status] ?? answers[`${Math.floor(status / 100)}xx`] ?? answers.default

/** Reads a response. @throws AnswerError when its status is not declared, or its body not what it says that it is */
export async function readAnswer(response: Response, target: Target): Promise<Answer> {
  const { status, ok, headers } = response
  const body = await readBody(response, target)
  if (saidOf(target, status) !== undefined) return { status, ok, type: typeOf(response), headers, body }
  const text = body instanceof ReadableStream ? await response.text() : body
  const message = `${target.method} ${target.path} was answered with ${status}, which its endpoint does not declare.`
  throw new AnswerError('ESP_ERR_STATUS_UNDECLARED', message, response, text)
}
