/** Rejects promises from application functions whose result is needed synchronously, such as `genReqId`. */
import { swallowIfPromise } from '../base/outcome.ts'
import { errors } from './error.ts'

export function assertSync<T>(value: T, name: string): T {
  if (!swallowIfPromise(value)) return value
  throw new errors.ESP_ERR_PROMISE_RETURNED(name)
}
