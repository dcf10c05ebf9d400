/** The answer in one call, whatever the response has become. */
import type { ServerResponse } from 'node:http'
import { respondForReal } from './real-response.ts'
import { isLightResponse } from './response.ts'

/**
 * Answers with the whole body at once, on a light or a real response; the arguments are those of `LightResponse.respond`.
 * Headers that were set on the response itself before are kept, except where the list names them again.
 */
export function respond(
  response: ServerResponse,
  statusCode: number,
  headers: readonly string[],
  body: string | Uint8Array
): void {
  const message: object = response
  if (isLightResponse(message)) message.respond(statusCode, headers, body)
  else respondForReal(response, statusCode, headers, body)
}
