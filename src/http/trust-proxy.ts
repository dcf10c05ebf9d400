/**
 * Decides which proxies may report the client's address. Any client can send `X-Forwarded-*` fields, so these fields count only if the peer of the
 * socket is trusted. In a list of addresses, only the entries that trusted proxies appended count.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { TrustProxy } from '../../types/options.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import { require } from '../require.ts'
import { isHost } from './host.ts'

type ProxyAddress = typeof import('@fastify/proxy-addr')

let loaded: ProxyAddress | undefined

/** Loads the package for the first app with the option `trustProxy`. */
function proxyAddress(): ProxyAddress {
  loaded ??= require('@fastify/proxy-addr') as ProxyAddress
  return loaded
}

/** Whether a proxy is trusted. `hop` 0 is the peer of the socket, and `hop` 1 the address from which the peer got the request. */
export type TrustFunction = (address: string, hop: number) => boolean

export interface PeerMessage {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean } | null
}

/**
 * Compiles the `trustProxy` option. `undefined` means that forwarded fields are never read. A number of hops, which Fastify accepts, trusts no proxy
 * here: a client can send any number of entries, so counting them proves nothing.
 *
 * @throws FST_ERR_INIT_OPTS_INVALID when an entry is not an address, subnet or known range
 */
export function compileTrustProxy(option: TrustProxy | number | null | undefined): TrustFunction | undefined {
  if (!option) return undefined
  if (option === true) return () => true
  if (typeof option === 'number') {
    warn('ESPWRN005', option)
    return () => false
  }
  // An async function would return a promise, which is truthy and would trust every proxy. So `assertSync` throws for a promise.
  if (typeof option === 'function') return (address, hop) => assertSync(option(address, hop), 'trustProxy')
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
 * Returns the addresses on the path of a request, from the peer of the socket to the furthest that a trusted proxy reported. For example, if a
 * trusted peer sends `unknown, 192.0.2.1:4711`, the last address is `192.0.2.1`.
 *
 * A client may send any text in `X-Forwarded-For`, and applications use `request.ip` in logs, queries and rate limits. So the list ends before an
 * entry that is not an address, and ports are removed.
 */
export function addressesOf(message: PeerMessage, trust: TrustFunction): string[] {
  if (message.socket === null) return []
  // The cast is safe: the package reads only `headers` and the socket's address.
  const [peer, ...entries] = proxyAddress().all(message as IncomingMessage)
  const addresses = [peer as string]
  for (const [hop, entry] of entries.entries()) {
    const address = addressIn(entry)
    if (address === undefined || !trust(addresses[hop] as string, hop)) break
    addresses.push(address)
  }
  return addresses
}

/** Returns the address in an entry (RFC 3986 §3.2.2), without the client's port, which some proxies append. */
function addressIn(entry: string): string | undefined {
  const [, address = entry] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? /^([\d.]+):\d+$/.exec(entry) ?? []
  return isIP(address) === 0 ? undefined : address
}

/** Returns the client's address: the furthest that a trusted proxy reported, or the peer of the socket if no proxy is trusted. */
export function addressOf(message: PeerMessage, trust: TrustFunction | undefined): string | undefined {
  return trust === undefined ? message.socket?.remoteAddress : addressesOf(message, trust).at(-1)
}

/**
 * Returns the requested host, with its port. The text is empty if the request names no host. `X-Forwarded-Host` of a trusted peer takes precedence.
 */
export function hostOf(message: PeerMessage, trust: TrustFunction | undefined): string {
  const forwarded = forwardedBy(message, trust, 'x-forwarded-host')
  if (forwarded !== undefined && forwarded !== '' && isHost(forwarded)) return forwarded
  return message.headers.host ?? (message.headers[':authority'] as string | undefined) ?? ''
}

/** Returns the scheme of the client's request. `X-Forwarded-Proto` of a trusted peer takes precedence, if it is `http` or `https`. */
export function protocolOf(message: PeerMessage, trust: TrustFunction | undefined): 'http' | 'https' | undefined {
  const forwarded = forwardedBy(message, trust, 'x-forwarded-proto')?.toLowerCase()
  if (forwarded === 'http' || forwarded === 'https') return forwarded
  if (message.socket === null) return undefined
  return message.socket.encrypted === true ? 'https' : 'http'
}

/** Returns the last entry of a forwarded field, which the peer itself appended; `undefined` if the peer is not trusted or sent none. */
function forwardedBy(message: PeerMessage, trust: TrustFunction | undefined, name: string): string | undefined {
  const value = message.headers[name]
  if (trust === undefined || typeof value !== 'string' || message.socket === null) return undefined
  // A Unix socket has no address. Only `trustProxy: true` or a function can trust it.
  if (!trust(message.socket.remoteAddress as string, 0)) return undefined
  return value.slice(value.lastIndexOf(',') + 1).trim()
}
