/**
 * Decides which proxies are trusted to report the client's address. Any client can send `X-Forwarded-*` fields. They count only if the peer of the
 * socket is trusted, and in a list only the entries that trusted hops appended count.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { TrustProxy } from '../../types/options.ts'
import { atOnce } from '../error/at-once.ts'
import { errors } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import { require } from '../require.ts'
import { isHost } from './host.ts'

type ProxyAddress = typeof import('@fastify/proxy-addr')

let loaded: ProxyAddress | undefined

/** Loaded for the first app with the option `trustProxy`. */
function proxyAddress(): ProxyAddress {
  loaded ??= require('@fastify/proxy-addr') as ProxyAddress
  return loaded
}

/** Whether a proxy is trusted; `hop` 0 is the peer of the socket, 1 the one before it. */
export type TrustFunction = (address: string, hop: number) => boolean

/** The parts of an incoming message that identify the client; Node's message has them all. */
export interface PeerMessage {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean } | null
}

/**
 * Compiles the `trustProxy` option; `undefined` means that forwarded fields are never read. A number is refused: a count of hops cannot distinguish a
 * proxy from a client that sends as many entries.
 *
 * @throws FST_ERR_INIT_OPTS_INVALID when an entry is not an address, subnet or known range.
 */
export function compileTrustProxy(option: TrustProxy | number | null | undefined): TrustFunction | undefined {
  if (!option) return undefined
  if (option === true) return () => true
  if (typeof option === 'number') {
    warn('ESPWRN005', option)
    return () => false
  }
  // A promise would be truthy, and would trust everyone.
  if (typeof option === 'function') return (address, hop) => atOnce(option(address, hop), 'trustProxy')
  return compileAddresses(typeof option === 'string' ? option.split(',').map((entry) => entry.trim()) : [...option])
}

function compileAddresses(addresses: string[]): TrustFunction {
  try {
    return proxyAddress().compile(addresses)
  } catch (cause) {
    throw new errors.FST_ERR_INIT_OPTS_INVALID(`trustProxy: ${(cause as Error).message}`, { cause })
  }
}

/**
 * All addresses on the path of a request, from the peer of the socket to the furthest that a trusted hop reported. A client may send any text as its
 * own entry of `X-Forwarded-For`, and applications use `request.ip` in logs, queries and rate limits. So the list ends before an entry that is not an
 * address, and the port of an entry is removed. Example: in `unknown, 192.0.2.1:4711` from a trusted peer, the last address is `192.0.2.1`.
 */
export function addressesOf(message: PeerMessage, trust: TrustFunction): string[] {
  if (message.socket === null) return []
  // The package reads only the headers and the socket's address of a message.
  const [peer, ...entries] = proxyAddress().all(message as IncomingMessage)
  const addresses = [peer as string]
  for (const [hop, entry] of entries.entries()) {
    const address = addressIn(entry)
    if (address === undefined || !trust(addresses[hop] as string, hop)) break
    addresses.push(address)
  }
  return addresses
}

/** The address in an entry (RFC 3986 §3.2.2): some proxies append the client's port. */
function addressIn(entry: string): string | undefined {
  const [, address = entry] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? /^([\d.]+):\d+$/.exec(entry) ?? []
  return isIP(address) === 0 ? undefined : address
}

/** The client's address: the furthest trusted one, or the peer of the socket if no proxy is trusted. */
export function addressOf(message: PeerMessage, trust: TrustFunction | undefined): string | undefined {
  return trust === undefined ? message.socket?.remoteAddress : addressesOf(message, trust).at(-1)
}

/** The requested host, with its port; empty if the request has none. A trusted peer's `X-Forwarded-Host` takes precedence. */
export function hostOf(message: PeerMessage, trust: TrustFunction | undefined): string {
  const forwarded = forwardedBy(message, trust, 'x-forwarded-host')
  if (forwarded !== undefined && forwarded !== '' && isHost(forwarded)) return forwarded
  return message.headers.host ?? (message.headers[':authority'] as string | undefined) ?? ''
}

/** The scheme of the client's request; a trusted peer's `X-Forwarded-Proto` takes precedence, if it is `http` or `https`. */
export function protocolOf(message: PeerMessage, trust: TrustFunction | undefined): 'http' | 'https' | undefined {
  const forwarded = forwardedBy(message, trust, 'x-forwarded-proto')?.toLowerCase()
  if (forwarded === 'http' || forwarded === 'https') return forwarded
  if (message.socket === null) return undefined
  return message.socket.encrypted === true ? 'https' : 'http'
}

/** The last entry of a forwarded field, which the peer itself appended; `undefined` if the peer is not trusted or sent none. */
function forwardedBy(message: PeerMessage, trust: TrustFunction | undefined, name: string): string | undefined {
  const value = message.headers[name]
  if (trust === undefined || typeof value !== 'string' || message.socket === null) return undefined
  // A Unix socket has no address. Only trusting everyone, or a function, can trust it.
  if (!trust(message.socket.remoteAddress as string, 0)) return undefined
  return value.slice(value.lastIndexOf(',') + 1).trim()
}
