/** What an answer failed to become text for: a serializer knows its schema alone, and says neither of which route it is nor of which status. */
import { readOf } from '../error/error.ts'
import { noteSentence } from '../error/note.ts'
import type { Exchange } from '../http/exchange.ts'

/** Notes it on the error, for the log and whoever reads the stack. Its message stays, because programs compare it, and clients may see it. */
export function tellAnswer(error: unknown, { plan, request, transport }: Exchange): void {
  noteSentence(error, () => {
    const where = `${request.method} ${plan.config.url ?? request.url}`
    return `the answer ${transport.statusCode} of ${where} could not be serialized: ${readOf(error, 'message')}`
  })
}
