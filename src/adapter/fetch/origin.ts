import { readOf } from '../../error/error.ts'

interface Server {
  requestIP(request: Request): { readonly address: string } | null
}

/** Returns the client's address: from `server.requestIP()` on Bun, from `remoteAddr` on Deno, `undefined` on other platforms. */
export function addressFrom(request: Request, context: readonly unknown[]): string | undefined {
  const [given] = context
  if (typeof readOf(given, 'requestIP') === 'function') return (given as Server).requestIP(request)?.address
  const hostname = readOf(readOf(given, 'remoteAddr'), 'hostname')
  return typeof hostname === 'string' ? hostname : undefined
}

/** Distinguishes requests from Bun's server, which enforces Content-Length, from a `Request` made by a program: there `requestIP` returns `null`. */
export function isMadeByBun(request: Request, [given]: readonly unknown[]): boolean {
  if (!('Bun' in globalThis) || typeof readOf(given, 'requestIP') !== 'function') return false
  return (given as Server).requestIP(request) !== null
}
