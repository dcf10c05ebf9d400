/** Serializes one value of a stream to JSON: an event, a message or a line. */
import { atOnce } from '../error/at-once.ts'
import { readOf } from '../error/error.ts'

/** The reason for refusing a value that contains a promise. */
export const promised = 'it holds a promise. Await that first'

/** Throws the error for a value. @throws always */
export type Refuse = (reason: string, cause?: unknown) => never

/** Returns the JSON of a value. @throws what `refuse` throws when the serializer fails, or the value has no JSON form */
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

/** Whether a text is valid JSON. fast-json-stringify writes `undefined` for a member without a schema, such as a function. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
