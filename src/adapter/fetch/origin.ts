import { readOf } from '../../error/error.ts'

interface Server {
  requestIP(request: Request): { readonly address: string } | null
}

/** From the server in Bun, from `remoteAddr` in Deno; `undefined` on other platforms. */
export function addressFrom(request: Request, context: readonly unknown[]): string | undefined {
  const [given] = context
  if (typeof readOf(given, 'requestIP') === 'function') return (given as Server).requestIP(request)?.address
  const hostname = readOf(readOf(given, 'remoteAddr'), 'hostname')
  return typeof hostname === 'string' ? hostname : undefined
}

/** Bun's server enforces Content-Length. For a `Request` that a program made, `requestIP` returns `null`. */
export function isMadeByBun(request: Request, [given]: readonly unknown[]): boolean {
  if (!('Bun' in globalThis) || typeof readOf(given, 'requestIP') !== 'function') return false
  return (given as Server).requestIP(request) !== null
}
