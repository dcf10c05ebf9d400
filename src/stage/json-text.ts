import { assertSync } from '../error/assert-sync.ts'
import { readOf } from '../error/error.ts'

export const promised = 'it holds a promise. Await that first'

export type Refuse = (reason: string, cause?: unknown) => never

/** Serializes one value of a stream: an event, a message or a line. @throws what `refuse` throws, if the value has no JSON form */
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

/** fast-json-stringify writes `undefined`, which is not JSON, for a function in a property without a schema. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
