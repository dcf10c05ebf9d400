/** Finds the client's address in the arguments that a platform passes to its handler after the request. */
import { readOf } from '../../error/error.ts'

/** Bun's server, which returns the client's address of a request. */
interface Server {
  requestIP(request: Request): { readonly address: string } | null
}

/** Returns the client's address: from the server in Bun, from `remoteAddr` in Deno. Returns `undefined` on other platforms. */
export function addressFrom(request: Request, context: readonly unknown[]): string | undefined {
  const [given] = context
  if (typeof readOf(given, 'requestIP') === 'function') return (given as Server).requestIP(request)?.address
  const hostname = readOf(readOf(given, 'remoteAddr'), 'hostname')
  return typeof hostname === 'string' ? hostname : undefined
}

/**
 * Whether the `Request` comes from Bun's server, which enforces its Content-Length. For a `Request` that a program made, `requestIP` returns `null`.
 */
export function isMadeByBun(request: Request, [given]: readonly unknown[]): boolean {
  if (!('Bun' in globalThis) || typeof readOf(given, 'requestIP') !== 'function') return false
  return (given as Server).requestIP(request) !== null
}
