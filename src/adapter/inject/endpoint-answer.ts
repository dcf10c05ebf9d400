/** The answer of an injected endpoint: what its body holds is what the endpoint's responses say, in whatever form it was sent. */
import { MediaType } from '../../http/media-type.ts'

interface Answer {
  readonly headers: Record<string, unknown>
  readonly payload: string
  json: () => unknown
}

/** Makes `json()` answer a body of another type than JSON as its text. */
export function toEndpointAnswer(given: unknown): unknown {
  const answer = given as Answer
  const { isValid, subtype } = MediaType.parse(answer.headers['content-type'])
  if (isValid && !/^(.*\+)?json$/.test(subtype)) answer.json = () => answer.payload
  return answer
}
