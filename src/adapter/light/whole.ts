/** The light request of a message that was read whole, by whoever read it: what Node's parser makes of the same message. */
import type { Socket } from 'node:net'
import { LightRequest, rest } from './request.ts'

export interface WholeMessage {
  readonly method: string
  readonly target: string
  /** Names and values by turns; the request keeps the list. */
  readonly fields: string[]
}

interface Internals {
  _addHeaderLines(fields: string[], count: number): void
}

export function createWholeRequest(socket: Socket, { method, target, fields }: WholeMessage): LightRequest {
  const request = new LightRequest(socket)
  request.httpVersionMajor = 1
  request.httpVersionMinor = 1
  request.httpVersion = '1.1'
  request.url = target
  request.upgrade = false
  ;(request as object as Internals)._addHeaderLines(fields, fields.length)
  request.method = method
  return request
}

/** Sets what follows the head, for `handOnRest`. @param body `null` for none */
export function setRest(request: LightRequest, body: Buffer | null): void {
  request[rest] = body
}
