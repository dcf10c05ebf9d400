import { unexpected } from '../../client/fault.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { targetKey } from '../../contract/target.ts'
import { MediaType } from '../../http/media-type.ts'
import type { InjectChain } from './chain.ts'

interface Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly payload: string
  json: () => unknown
}

/** For a body that is not JSON, makes `json()` return the text. */
function toEndpointAnswer(given: unknown): Answer {
  const answer = given as Answer
  const { isValid, subtype } = MediaType.parse(answer.headers['content-type'])
  if (isValid && !/^(.*\+)?json$/.test(subtype)) answer.json = () => answer.payload
  return answer
}

/** Adds the method `expect(status)` to the result: it returns the typed body, or throws if the response has another status. */
export function toEndpointCall(endpoint: Endpoint, call: InjectChain | Promise<unknown>): Promise<unknown> {
  const answer = call.then(toEndpointAnswer) as Promise<Answer>
  return Object.assign(answer, {
    async expect(status: number): Promise<unknown> {
      const got = await answer
      if (got.statusCode === status) return got.payload === '' ? undefined : got.json()
      const { statusCode, headers } = got
      const received = { status: statusCode, headers: toHeaders(headers), body: bodyOf(got) }
      throw unexpected(endpoint[targetKey].name, received, status)
    }
  })
}

function bodyOf({ json, payload }: Answer): unknown {
  try {
    return json()
  } catch {
    return payload
  }
}

function toHeaders(given: Answer['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
  return headers
}
