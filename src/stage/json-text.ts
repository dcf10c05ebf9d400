/** One value of a stream as JSON: of an event, of a message or of a line. */
import { atOnce } from '../error/at-once.ts'
import { readOf } from '../error/error.ts'

/** Why something that holds a promise cannot be sent. */
export const promised = 'it holds a promise. Await that first'

/** Refuses a value. @throws always */
export type Refuse = (reason: string, cause?: unknown) => never

/** Returns the JSON of a value. @throws what `refuse` throws where the serializer fails, or the value has no JSON */
export function jsonTextOf(value: unknown, serialize: (value: unknown) => unknown, refuse: Refuse): string {
  let text: unknown
  try {
    text = atOnce(serialize(value), 'A serializer')
  } catch (error) {
    return refuse(String(readOf(error, 'message')), error)
  }
  if (typeof text === 'string' && (!text.includes('undefined') || isJson(text))) return text
  return refuse('JSON has no form for its data, or for a part of it')
}

/** fast-json-stringify writes `undefined` for a member without a schema of its own, such as a function. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
