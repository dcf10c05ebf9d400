/** Serializes one value of a stream to JSON: an event, a message or a line. */
import { assertSync } from '../error/assert-sync.ts'
import { readOf } from '../error/error.ts'

/** The reason for refusing a value that contains a promise. */
export const promised = 'it holds a promise. Await that first'

/** Throws an error with this reason. */
export type Refuse = (reason: string, cause?: unknown) => never

/** Returns the JSON of a value. @throws what `refuse` throws when the serializer fails, or the value has no JSON form */
export function jsonTextOf(value: unknown, serialize: (value: unknown) => unknown, refuse: Refuse): string {
  let text: unknown
  try {
    text = assertSync(serialize(value), 'A serializer')
  } catch (error) {
    return refuse(String(readOf(error, 'message')), error)
  }
  if (typeof text === 'string' && (!text.includes('undefined') || isJson(text))) return text
  return refuse('JSON has no form for its data, or for a part of it')
}

/** Whether a text is valid JSON. If a member has no schema, fast-json-stringify writes `undefined` for a value such as a function. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
