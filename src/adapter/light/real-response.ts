/**
 * What a light response does at once, done on a real one: the whole answer in one call, and one callback for its end.
 *
 * Leans on nothing: only Node's public interface is used here.
 */
import type { ServerResponse } from 'node:http'

/** Receives null when the last byte was handed to the operating system, or an error when the connection was lost before. */
export type FinishedCallback = (error: Error | null) => void

/** Writes the whole answer with Node's own writer. Headers set before are kept, except where the list names them again. */
export function respondForReal(
  response: ServerResponse,
  statusCode: number,
  headers: readonly string[],
  body: string | Uint8Array
): void {
  // Over headers set before, Node 20 would keep only the last of a flat list's repeated names (set-cookie).
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

/** Calls back once, on a later turn if the response is over already. */
export function listenForFinish(response: ServerResponse, callback: FinishedCallback): void {
  const onEnd = (): void => leave(null)
  // An answer that was destroyed and then ended counts as finished for Node, and was never sent.
  const onClose = (): void => leave(connectionLost())
  const leave = (error: Error | null): void => {
    response.off('finish', onEnd).off('close', onClose).off('error', leave)
    callback(error)
  }
  if (response.closed || response.writableFinished) process.nextTick(response.writableFinished ? onEnd : onClose)
  else response.on('finish', onEnd).on('close', onClose).on('error', leave)
}

export function connectionLost(code = 'ERR_STREAM_PREMATURE_CLOSE'): Error {
  return Object.assign(new Error('The connection was closed before the answer was complete'), { code })
}
