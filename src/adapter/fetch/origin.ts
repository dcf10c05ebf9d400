/** Who asks, as each platform tells it: in what it gives its handler after the request. */
import { readOf } from '../../error/error.ts'

/** What Bun gives: its server, which knows the address of each request. */
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
