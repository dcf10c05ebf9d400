/** Adds route and status to an error of a serializer, which knows only its schema. */
import { readOf } from '../error/error.ts'
import { noteSentence } from '../error/note.ts'
import type { Exchange } from '../http/exchange.ts'

/** Attaches them to the error for the log and the stack. Its message is not changed, because programs compare it, and clients may see it. */
export function tellAnswer(error: unknown, { plan, request, transport }: Exchange): void {
  noteSentence(error, () => {
    const where = `${request.method} ${plan.config.url ?? request.url}`
    return `the answer ${transport.statusCode} of ${where} could not be serialized: ${readOf(error, 'message')}`
  })
}
