/**
 * Validates host and target. A request needs exactly one valid host (RFC 9112 §3.2). Fetch platforms build the URL from Host and target, so a Host
 * such as `x/admin?` could choose the route.
 */
import { type CodedError, errors, withoutStack } from '../error/error.ts'
import { isHost } from './host.ts'
import type { Transport } from './transport.ts'

const scheme = /^https?:\/\//i
const authorityEnd = /[/?#]|$/

// Caches the last valid host. Most requests of a process have the same one, and comparing it is faster than matching.
let lastHost = ''

function isKnownHost(value: string): boolean {
  if (value === lastHost) return true
  if (!isHost(value)) return false
  lastHost = value
  return true
}

/** Accepts missing hosts, because Node's server has refused HTTP/1.1 without Host. HTTP/2 may repeat `:authority` as `host` (RFC 9113 §8.3.1). */
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

/** Converts a target in absolute-form, such as `http://host/path`, to origin-form. */
function toOriginForm(transport: Transport, target: string): CodedError | null {
  if (!scheme.test(target)) return badTarget(target)
  const start = target.indexOf('/') + 2
  const slash = target.indexOf('/', start)
  let end = slash < 0 ? target.length : slash
  if (!isKnownHost(target.slice(start, end))) end = start + target.slice(start).search(authorityEnd)
  const host = target.slice(start, end)
  if (host === '' || !isKnownHost(host)) return invalidHost()
  const rest = target.slice(end)
  transport.takeOriginForm(rest.startsWith('/') ? rest : `/${rest}`, host)
  return null
}

/** Removes a fragment, which is not part of a target (RFC 9110 §7.1). The router would treat a `?` in it as the start of the query. */
function dropFragment(transport: Transport): void {
  const target = transport.url
  const end = target.indexOf('#')
  if (end < 0) return
  transport.originalUrl ??= target
  transport.url = target.slice(0, end)
}

export function canonicalize(transport: Transport): CodedError | null {
  if (transport.host !== lastHost && !hasOneHost(transport)) return invalidHost()
  const target = transport.url
  const isOriginForm = target.charCodeAt(0) === 47
  if (isOriginForm && !target.includes('#')) return null
  // The asterisk-form exists only for OPTIONS (RFC 9112 §3.2.4).
  if (target === '*' && transport.method === 'OPTIONS') return null
  const error = isOriginForm ? null : toOriginForm(transport, target)
  if (error === null) dropFragment(transport)
  return error
}
