/** Where a request comes from, as each platform tells it: in what it gives its handler after the request. */
import { readOf } from '../../error/error.ts'

/** Bun's server, which returns the address of each request. */
interface Server {
  requestIP(request: Request): { readonly address: string } | null
}

/** The address of the client where the platform tells it: Bun by its server, Deno by `remoteAddr`. */
export function addressFrom(request: Request, context: readonly unknown[]): string | undefined {
  const [given] = context
  if (typeof readOf(given, 'requestIP') === 'function') return (given as Server).requestIP(request)?.address
  const hostname = readOf(readOf(given, 'remoteAddr'), 'hostname')
  return typeof hostname === 'string' ? hostname : undefined
}

/**
 * Whether Bun's server made this very object, and so has held the body to its Content-Length. It knows no address for a `Request` that was made by hand,
 * or of another one.
 */
export function isMadeByBun(request: Request, [given]: readonly unknown[]): boolean {
  if (!('Bun' in globalThis) || typeof readOf(given, 'requestIP') !== 'function') return false
  return (given as Server).requestIP(request) !== null
}
