/**
 * `node:http` as `require` gives it. To `import` it reads every one of its exports, and reading `WebSocket` loads undici: 31 ms of CPU on
 * Node 24, a third of what an import of this package took.
 */
import type * as Http from 'node:http'
import { require } from './require.ts'

const http: typeof Http = require('node:http')

export const { METHODS, STATUS_CODES, createServer, maxHeaderSize, validateHeaderName, validateHeaderValue } = http
export const { IncomingMessage, ServerResponse } = http
export type IncomingMessage = Http.IncomingMessage
export type ServerResponse = Http.ServerResponse
/** What Node's server calls for each request. */
export type RawListener = (raw: IncomingMessage, rawReply: ServerResponse) => void
