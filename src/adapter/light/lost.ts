/** Responses that are lost with their connection before they have their turn: Node closes only the one that has it. Leans on nothing. */
import type { ServerResponse } from '../../node-http.ts'
import { closeUnanswered, isLightResponse } from './response.ts'

/** Closes a response, light or real, as Node closes the one that has its turn when a connection is lost. */
export function closeLost(response: ServerResponse): void {
  const message: object = response
  if (isLightResponse(message)) return closeUnanswered(message)
  if (response.closed) return
  Object.assign(response, { destroyed: true, _closed: true })
  response.emit('close')
}
