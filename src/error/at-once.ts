/** Results of an application's functions that are needed at once, such as those of `genReqId`. */
import { isPromiseAndIgnore } from '../base/promise.ts'
import { errors } from './error.ts'

/** Returns what a function returned. @throws ESP_ERR_PROMISE_RETURNED when that is a promise. */
export function atOnce<T>(value: T, name: string): T {
  if (!isPromiseAndIgnore(value)) return value
  throw new errors.ESP_ERR_PROMISE_RETURNED(name)
}
