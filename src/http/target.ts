/**
 * The target of a request and the host it is meant for, made canonical once: every later stage reads the origin-form of the target and one valid
 * host (RFC 9112 §3.2).
 */
import { type CodedError, errors, withoutStack } from '../error/error.ts'
import { isHost } from './host.ts'
import type { Transport } from './transport.ts'

const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/is

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

/** Brings a target into origin-form; the host of an absolute one replaces the header's (RFC 9112 §3.2.2). */
function toOriginForm(transport: Transport, target: string): CodedError | null {
  const [, host, rest = ''] = absoluteForm.exec(target) ?? []
  if (host === undefined) return badTarget(target)
  if (host === '' || !isKnownHost(host)) return invalidHost()
  transport.originalUrl = target
  transport.url = rest.startsWith('/') ? rest : `/${rest}`
  transport.headers.host = host
  return null
}

/** Makes target and host canonical; answers what is wrong with them, or `null`. */
export function canonicalize(transport: Transport): CodedError | null {
  if (!hasOneHost(transport)) return invalidHost()
  const target = transport.url
  if (target.charCodeAt(0) === 47) return null
  // The asterisk-form is for OPTIONS alone (RFC 9112 §3.2.4).
  if (target === '*' && transport.method === 'OPTIONS') return null
  return toOriginForm(transport, target)
}
