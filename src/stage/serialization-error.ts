import { readOf } from '../error/error.ts'
import { setHeadline } from '../error/note.ts'
import type { Exchange } from '../http/exchange.ts'

/** Adds the route to the stack and the log line. The error message stays the same, because clients may see it and programs compare it. */
export function addRouteToError(error: unknown, { plan, request, transport }: Exchange): void {
  setHeadline(error, () => {
    const where = `${request.method} ${plan.config.url ?? request.url}`
    return `the answer ${transport.statusCode} of ${where} could not be serialized: ${readOf(error, 'message')}`
  })
}
