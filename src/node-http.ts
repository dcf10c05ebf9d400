/**
 * `node:http` as `require` returns it. `import` would read all exports of `node:http`, and reading the export `WebSocket` loads undici. Loading
 * undici costs 31 ms of CPU on Node 24, a third of the import of this package.
 */
import type * as Http from 'node:http'
import { require } from './require.ts'

const http: typeof Http = require('node:http')

export const { METHODS, STATUS_CODES, createServer, maxHeaderSize, validateHeaderName, validateHeaderValue } = http
export const { IncomingMessage, ServerResponse } = http
export type IncomingMessage = Http.IncomingMessage
export type ServerResponse = Http.ServerResponse
/** The function that Node's server calls for each request. */
export type RawListener = (raw: IncomingMessage, rawReply: ServerResponse) => void
