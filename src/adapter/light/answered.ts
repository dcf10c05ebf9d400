/** Light responses to requests that others have answered: those who write to the socket themselves. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { kWritableFinished } from './node-response.ts'
import type { LightRequest } from './request.ts'
import { isLightResponse, LightResponse, noteAnswer, send } from './response.ts'

/** Goes on with an answer that others have written to the socket, of which not all is with the operating system. */
export function adoptWritten(message: ServerResponse, socket: Socket, statusCode: number, head: string): void {
  const response: object = message
  // A real response has no way to learn what was written: it ends with its connection.
  if (!isLightResponse(response)) return void socket.destroySoon()
  noteAnswer(response, statusCode, head)
  send(response, socket, { head: '', body: '' })
}

/** Makes the response of an exchange that is over: its answer has been written to the last byte. */
export function createAnswered(request: LightRequest, statusCode: number, head: string): ServerResponse {
  const response = new LightResponse(request as object as IncomingMessage)
  noteAnswer(response, statusCode, head)
  response[kWritableFinished] = true
  return response as object as ServerResponse
}

/** Closes such a response, as Node does on the turn behind its end. */
export function closeAnswered(message: ServerResponse): void {
  const response = message as object as LightResponse
  if (response._closed) return
  response.destroyed = true
  response._closed = true
  response.emit('close')
}
