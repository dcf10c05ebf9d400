/** The option `trustProxy`. Any client can send `X-Forwarded-*` headers, so only those from trusted proxies count. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { TrustProxy } from '../../types/options.ts'
import { once } from '../base/once.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import { require } from '../require.ts'
import { isHost } from './host.ts'
import type { Transport } from './transport.ts'

type ProxyAddress = typeof import('@fastify/proxy-addr')

const proxyAddress = once((): ProxyAddress => require('@fastify/proxy-addr'))

/** The address with `hop` 0 is the peer of the socket. Each further hop is the address that the previous one reported. */
export type TrustFunction = (address: string, hop: number) => boolean

export type PeerMessage = Pick<Transport, 'headers' | 'socket'>

/** A number of hops trusts no proxy, because a client can send any number of `X-Forwarded-For` entries. @throws FST_ERR_INIT_OPTS_INVALID */
export function compileTrustProxy(option: TrustProxy | number | null | undefined): TrustFunction | undefined {
  if (!option) return undefined
  if (option === true) return () => true
  if (typeof option === 'number') {
    warn('ESPWRN005', option)
    return () => false
  }
  // `assertSync` refuses a promise. A promise is truthy, so it would trust every proxy.
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

/** Lists addresses from the socket's peer to the furthest one that a trusted proxy reported. Ends before a text such as `unknown`. */
export function addressesOf(message: PeerMessage, trust: TrustFunction): string[] {
  if (message.socket === null) return []
  const [peer, ...entries] = proxyAddress().all(message as IncomingMessage)
  const addresses = [peer as string]
  for (const [hop, entry] of entries.entries()) {
    const address = addressIn(entry)
    if (address === undefined || !trust(addresses[hop] as string, hop)) break
    addresses.push(address)
  }
  return addresses
}

/** Removes a port, which some proxies append. */
function addressIn(entry: string): string | undefined {
  const [, address = entry] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? /^([\d.]+):\d+$/.exec(entry) ?? []
  return isIP(address) === 0 ? undefined : address
}

export function addressOf(message: PeerMessage, trust: TrustFunction | undefined): string | undefined {
  return trust === undefined ? message.socket?.remoteAddress : addressesOf(message, trust).at(-1)
}

/** Returns `X-Forwarded-Host` of a trusted peer, otherwise the host of the request; always with its port. Empty without either. */
export function hostOf(message: PeerMessage, trust: TrustFunction | undefined): string {
  const forwarded = forwardedBy(message, trust, 'x-forwarded-host')
  if (forwarded !== undefined && forwarded !== '' && isHost(forwarded)) return forwarded
  return message.headers.host ?? (message.headers[':authority'] as string | undefined) ?? ''
}

/** Returns `X-Forwarded-Proto` of a trusted peer if it is `http` or `https`, otherwise the protocol of the socket. */
export function protocolOf(message: PeerMessage, trust: TrustFunction | undefined): 'http' | 'https' | undefined {
  const forwarded = forwardedBy(message, trust, 'x-forwarded-proto')?.toLowerCase()
  if (forwarded === 'http' || forwarded === 'https') return forwarded
  if (message.socket === null) return undefined
  return message.socket.encrypted === true ? 'https' : 'http'
}

/** Returns the last entry, which the peer itself has appended. Returns `undefined` if the peer is not trusted. */
function forwardedBy(message: PeerMessage, trust: TrustFunction | undefined, name: string): string | undefined {
  const value = message.headers[name]
  if (trust === undefined || typeof value !== 'string' || message.socket === null) return undefined
  if (!trust(message.socket.remoteAddress as string, 0)) return undefined
  return value.slice(value.lastIndexOf(',') + 1).trim()
}
