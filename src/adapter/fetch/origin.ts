/** The address of the client, from the arguments that each platform passes to its handler after the request. */
import { readOf } from '../../error/error.ts'

/** Bun's server, which returns the address of each request. */
interface Server {
  requestIP(request: Request): { readonly address: string } | null
}

/** The client's address, where the platform has one: from the server of Bun, from `remoteAddr` in Deno. */
export function addressFrom(request: Request, context: readonly unknown[]): string | undefined {
  const [given] = context
  if (typeof readOf(given, 'requestIP') === 'function') return (given as Server).requestIP(request)?.address
  const hostname = readOf(readOf(given, 'remoteAddr'), 'hostname')
  return typeof hostname === 'string' ? hostname : undefined
}

/**
 * Whether Bun's server made this very object, and so enforces its Content-Length. The server has no address for a `Request` that another server or a
 * program made.
 */
export function isMadeByBun(request: Request, [given]: readonly unknown[]): boolean {
  if (!('Bun' in globalThis) || typeof readOf(given, 'requestIP') !== 'function') return false
  return (given as Server).requestIP(request) !== null
}
