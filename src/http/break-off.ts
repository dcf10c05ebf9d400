/** The end of an answer that cannot be completed: the client must see that it is broken. */
import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/** INTERNAL_ERROR (RFC 9113 §7). Without an error a stream ends as if the answer were complete. */
const internalError = 2

/** Breaks an answer off: HTTP/1 closes the connection, HTTP/2 resets the stream. */
export function breakOff(rawReply: ServerResponse & { readonly stream?: ServerHttp2Stream }, error?: Error): void {
  if (rawReply.stream === undefined) rawReply.destroy(error)
  else rawReply.stream.close(internalError)
}
