/**
 * The target of a request and its host, made canonical once. Every later stage reads the origin-form of the target, without a fragment, and one valid
 * host (RFC 9112 §3.2).
 *
 * Platforms of the Fetch standard write Host and target into one address, so a Host such as `x/admin?` would choose the route. The Host is therefore
 * checked first. A valid one contains no character that ends an authority, so the path of the address is the client's target.
 */
import { type CodedError, errors, withoutStack } from '../error/error.ts'
import { isHost } from './host.ts'
import type { Transport } from './transport.ts'

const scheme = /^https?:\/\//i
const authorityEnd = /[/?#]|$/

// Most requests of a process name the same host, and comparing is cheaper than matching.
let lastHost = ''

function isKnownHost(value: string): boolean {
  if (value === lastHost) return true
  if (!isHost(value)) return false
  lastHost = value
  return true
}

/**
 * Whether a message names at most one host, and a valid one. That HTTP/1.1 asks for one is the server's to hold. HTTP/2 names it by `:authority`, and
 * may repeat it as `host` (RFC 9113 §8.3.1).
 */
function hasOneHost({ host: only, rawHeaders }: Transport): boolean {
  if (only !== undefined) return isKnownHost(only)
  if (rawHeaders === undefined) return true
  let host: string | undefined
  let authority: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    const isHost = name.length === 4 && name.toLowerCase() === 'host'
    if (!isHost && (name.length !== 10 || name !== ':authority')) continue
    const value = rawHeaders[index + 1] as string
    if (!isHost) authority = value
    else if (host === undefined) host = value
    else return false
    if (!isKnownHost(value)) return false
  }
  return host === undefined || authority === undefined || host === authority
}

const invalidHost = () => withoutStack(() => new errors.ESP_ERR_INVALID_HOST())
const badTarget = (target: string) => withoutStack(() => new errors.FST_ERR_BAD_URL(target))

/** Brings an absolute target into origin-form. */
function toOriginForm(transport: Transport, target: string): CodedError | null {
  if (!scheme.test(target)) return badTarget(target)
  const start = target.indexOf('/') + 2
  const slash = target.indexOf('/', start)
  let end = slash < 0 ? target.length : slash
  // Searching twice is for the rare target in which another character ends the authority: a host contains none of them.
  if (!isKnownHost(target.slice(start, end))) end = start + target.slice(start).search(authorityEnd)
  const host = target.slice(start, end)
  if (host === '' || !isKnownHost(host)) return invalidHost()
  const rest = target.slice(end)
  transport.takeOriginForm(rest.startsWith('/') ? rest : `/${rest}`, host)
  return null
}

/** A fragment is not part of a target (RFC 9110 §7.1), and a router would read a query out of it. */
function dropFragment(transport: Transport): void {
  const target = transport.url
  const end = target.indexOf('#')
  if (end < 0) return
  transport.originalUrl ??= target
  transport.url = target.slice(0, end)
}

/** Makes target and host canonical. Returns the error of those that are not valid, or `null`. */
export function canonicalize(transport: Transport): CodedError | null {
  if (!hasOneHost(transport)) return invalidHost()
  const target = transport.url
  // The asterisk-form exists only for OPTIONS (RFC 9112 §3.2.4).
  if (target === '*' && transport.method === 'OPTIONS') return null
  const error = target.charCodeAt(0) === 47 ? null : toOriginForm(transport, target)
  if (error === null) dropFragment(transport)
  return error
}
