import { readOf } from '../error/error.ts'
import { setHeadline } from '../error/note.ts'
import type { Exchange } from '../http/exchange.ts'

/**
 * Adds route and status to the stack and the log line of a serializer's error. The message stays the same, because programs compare messages, and
 * clients may see them.
 */
export function addRouteToError(error: unknown, { plan, request, transport }: Exchange): void {
  setHeadline(error, () => {
    const where = `${request.method} ${plan.config.url ?? request.url}`
    return `the answer ${transport.statusCode} of ${where} could not be serialized: ${readOf(error, 'message')}`
  })
}
