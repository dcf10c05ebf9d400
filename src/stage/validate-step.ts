import { swallowIfPromise } from '../base/outcome.ts'
import { readOf } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { SchemaErrorFormatter } from './schema-error.ts'
import type { Step } from './step.ts'
import {
  type RouteValidators,
  toErrorList,
  toValidationError,
  type ValidationFailure,
  validateRequest
} from './validate.ts'

interface ValidateOptions {
  readonly validators: RouteValidators
  readonly format: SchemaErrorFormatter
  /** The option `attachValidation`: the handler runs after a failure, with `request.validationError` set. */
  readonly attach: boolean
}

export function compileValidate({ validators, format, attach }: ValidateOptions, next: Step): Step {
  const refuse = (exchange: Exchange, failure: ValidationFailure) => {
    let error: Error
    swallowIfPromise(failure.errors)
    try {
      error = toValidationError(failure, format)
      if (attach) Object.assign(error, { validation: toErrorList(readOf(error, 'validation')) })
    } catch (thrown) {
      return exchange.plan.fail(exchange, thrown)
    }
    if (!attach) return exchange.plan.fail(exchange, error)
    exchange.request.validationError = error
    next(exchange)
  }
  return (exchange) => {
    if (exchange.answered) return
    let result: ReturnType<typeof validateRequest>
    try {
      result = validateRequest(validators, exchange.request)
    } catch (error) {
      // Reading the result of a custom validator may throw.
      return exchange.plan.fail(exchange, error)
    }
    if (result instanceof Promise)
      result.then(
        (failure) => (failure === null ? next(exchange) : refuse(exchange, failure)),
        (error) => exchange.plan.fail(exchange, error)
      )
    else if (result === null) next(exchange)
    else refuse(exchange, result)
  }
}
