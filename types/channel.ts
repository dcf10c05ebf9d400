// Typed messages over a WebSocket, in both directions. Implementation: src/plugin/websocket.ts.
import type { PartOut } from './endpoint.ts'
import type { EventSchemas } from './events.ts'
import type { SchemaProvider } from './provider.ts'
import type { EntryPayload } from './response.ts'

/** The schemas of the messages that a socket receives and sends, by the names of the messages. */
export interface Messages<
  out Receive extends EventSchemas = EventSchemas,
  out Send extends EventSchemas = EventSchemas
> {
  readonly receive: Receive
  readonly send: Send
}

/** A received, valid message. */
export type ReceivedMessage<Receive> = {
  [Name in keyof Receive & string]: {
    readonly event: Name
    readonly data: PartOut<Receive[Name], unknown, SchemaProvider>
  }
}[keyof Receive & string]

/** A message to send. */
export type SentMessage<Send> = {
  [Name in keyof Send & string]: {
    readonly event: Name
    readonly data: EntryPayload<Send[Name], never, unknown, SchemaProvider>
  }
}[keyof Send & string]

/**
 * A socket for declared messages only. One `for await` loop reads the messages, until the socket closes. Leaving the loop closes the socket with the
 * code 1000; an error in the handler closes it with 1011 (RFC 6455 §7.4.1).
 */
export interface Channel<Receive, Send> extends AsyncIterable<ReceivedMessage<Receive>> {
  /**
   * Sends a message. Resolves when the message was written, so that `await` adapts to the speed of the peer. Resolves to `false` when the socket is
   * closed.
   *
   * @throws ESP_ERR_EVENT_INVALID when the message is not declared, contains a promise or is invalid. The error is also logged.
   */
  send(message: SentMessage<Send>): Promise<boolean>
  /** Closes the socket; default code: 1000. The peer gets at most 123 bytes of the reason. */
  close(code?: number, reason?: string): void
}

/** The methods of a `ws` WebSocket that a channel calls. */
export interface MessageSocket {
  on(event: string, listener: (...values: never[]) => void): unknown
  send(text: string, sent: (error?: Error) => void): void
  close(code?: number, reason?: string): void
  pause(): void
  resume(): void
  readonly readyState: number
}

/** Wraps a WebSocket as a channel that sends and receives only declared messages. */
export type OpenChannelFunction = <const Receive extends EventSchemas, const Send extends EventSchemas>(
  socket: MessageSocket,
  request: object,
  messages: Messages<Receive, Send>
) => Channel<Receive, Send>
