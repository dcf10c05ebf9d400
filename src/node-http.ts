/**
 * Loads `node:http` by `require`. `import` would read all its exports, and reading `WebSocket` loads undici. That costs 31 ms of CPU on Node 24, a
 * third of the import of this package.
 */
import type * as Http from 'node:http'
import { require } from './require.ts'

const http: typeof Http = require('node:http')

export const { METHODS, STATUS_CODES, createServer, maxHeaderSize, validateHeaderName, validateHeaderValue } = http
export const { IncomingMessage, ServerResponse } = http
export type IncomingMessage = Http.IncomingMessage
export type ServerResponse = Http.ServerResponse
export type RawListener = (raw: IncomingMessage, rawReply: ServerResponse) => void
