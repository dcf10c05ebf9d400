/** Errors that determine their response, made by `httpError` or with the same properties. */
import type { HttpErrorOptions } from '../../types/error.ts'
import { isErrorObject } from '../base/outcome.ts'
import { checkArgument } from './argument.ts'
import { readOf, toErrorStatus } from './error.ts'

class HttpError extends Error {
  readonly statusCode: number
  readonly code: string
  declare readonly headers?: Readonly<Record<string, string>>

  constructor(statusCode: number, code: string, message: string, { headers, ...options }: HttpErrorOptions) {
    super(message, options)
    this.statusCode = statusCode
    this.code = code
    if (headers !== undefined) this.headers = headers
  }

  override get name(): string {
    return 'HttpError'
  }

  static {
    // Marks the message for clients, whatever the status is. The mark is on the prototype, so that JSON, copies and deep equality are not affected.
    Object.defineProperty(HttpError.prototype, 'expose', { value: true, writable: true, configurable: true })
  }
}

export function httpError(statusCode: number, code: string, message: string, options: HttpErrorOptions = {}): Error {
  const error = new HttpError(statusCode, code, message, options)
  const isStatus = typeof statusCode === 'number' && toErrorStatus(statusCode) === statusCode
  checkArgument(isStatus, 'The status of an HTTP error', 'an integer from 400 to 599', statusCode)
  checkArgument(typeof code === 'string' && code !== '', 'The code of an HTTP error', 'a string', code)
  Error.captureStackTrace(error, httpError)
  return error
}

export function isHttpError(error: unknown, code?: string): boolean {
  const own = readOf(error, 'code')
  const isMeant = code === undefined ? own === undefined || typeof own === 'string' : own === code
  return isMeant && isErrorObject(error) && toErrorStatus(readOf(error, 'statusCode')) !== undefined
}
