/** What the light response has to know of Node's own. */
import { channel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { type IncomingMessage, OutgoingMessage, ServerResponse } from '../../node-http.ts'
import { sampleRequest } from '../observed.ts'
import { nodeSymbol } from './upgrade.ts'

/** What Node hands to the constructor. */
export interface ResponseOptions {
  readonly highWaterMark: number
  readonly rejectNonStandardBodyWrites: boolean
}

/** A socket that carries HTTP knows the response whose turn it is. */
export type MessageSocket = Socket & { _httpMessage: object | null }

export interface RealInternals {
  assignSocket(socket: Socket): void
}

/** The real constructor as Node's server calls it: a plain function, as constructors of old are. */
export const RealResponse = ServerResponse as unknown as (new (
  request: IncomingMessage,
  given: ResponseOptions
) => ServerResponse) &
  ((this: object, request: IncomingMessage, given: ResponseOptions) => void)

export const real = ServerResponse.prototype

/** A fresh response. Where somebody is told of each, none is made, and none will be light: its base class has all that counts then. */
export const realSample = channel('http.server.response.created').hasSubscribers
  ? (new OutgoingMessage() as ServerResponse)
  : new ServerResponse(sampleRequest)
// Its constructor leaves this one field to the head, which is written behind it.
Object.assign(realSample, { statusMessage: undefined })

// Node ≥ 24 remembers that an answer was flushed; before, it derives it from the other fields.
export const kWritableFinished: unique symbol = nodeSymbol(realSample, 'kWritableFinished') as never
export const remembersFinish = kWritableFinished in realSample
