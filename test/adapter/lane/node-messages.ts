import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BodyCallback, readStream } from '../../../src/http/body-reader.ts'

type FinishedCallback = (error: Error | null) => void

/** Headers that were set before are kept, unless the list repeats them. */
export function respond(
  response: ServerResponse,
  statusCode: number,
  headers: readonly string[],
  body: string | Uint8Array
): void {
  // Otherwise Node 20 would keep only the last of repeated names, such as `set-cookie`.
  const given = response.headersSent || response.getHeaderNames().length === 0 ? [...headers] : groupByName(headers)
  response.writeHead(statusCode, given as string[]).end(body)
}

function groupByName(headers: readonly string[]): Record<string, string | string[]> {
  const grouped: Record<string, string | string[]> = Object.create(null)
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string
    const value = headers[at + 1] as string
    const before = grouped[name]
    grouped[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return grouped
}

export function readBody(request: IncomingMessage, limit: number, callback: BodyCallback): void {
  readStream(request, limit, callback)
}

/** Calls back on a later turn if the response is already over. */
export function onFinished(response: ServerResponse, callback: FinishedCallback): void {
  const onEnd = (): void => leave(null)
  // For Node, a destroyed response that then ends is finished, although it was never sent.
  const onClose = (): void => leave(Object.assign(new Error('closed'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
  const leave = (error: Error | null): void => {
    response.off('finish', onEnd).off('close', onClose).off('error', leave)
    callback(error)
  }
  if (response.closed || response.writableFinished) process.nextTick(response.writableFinished ? onEnd : onClose)
  else response.on('finish', onEnd).on('close', onClose).on('error', leave)
}
