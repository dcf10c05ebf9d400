/**
 * How platforms of the Fetch standard make an address of a request's Host and target, as Deno 2.9, Bun 1.4 and workerd 1.2026 do it over sockets
 * (`npm run runtimes` compares them with their servers).
 */

export interface RawRequest {
  readonly method: string
  readonly target: string
  /** One for each Host field. */
  readonly hosts: readonly string[]
}

/** What an app is given, and the raw request that the platform has made of the one that came. */
export interface Built {
  readonly address: string
  readonly as: RawRequest
  /** The host, where it is not the one of that request. */
  readonly host?: string
}

/** Returns `null` for a request that the platform refuses. */
type Build = (raw: RawRequest) => Built | null

const absolute = /^https?:\/\/[^/?#]*/i
const own = 'localhost:8000'
const foreign = /^(?!https?:)[a-z]+:\/\//
const isPath = ({ target }: RawRequest) => target.startsWith('/') || absolute.test(target)

const hostOf = ({ hosts }: RawRequest) => hosts.join(', ')
/** The target of an absolute one whose authority the platform drops. */
const withoutAuthority = (target: string) => {
  const path = target.replace(absolute, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Deno: the text of both. An absolute target is the address; its own name stands in the place of a Host that is absent, empty or not ASCII. */
const deno: Build = (raw) => {
  const { target, hosts } = raw
  if (hosts.length > 1 || !/[/:]/.test(target)) return null
  if (foreign.test(target)) return { address: target, as: raw }
  if (absolute.test(target)) {
    const [authority] = absolute.exec(target) as unknown as [string]
    const rest = target.slice(authority.length)
    return { address: rest === '' ? `${target}/` : target, as: raw, host: hosts[0] ?? authority.replace(/^.*\//, '') }
  }
  const [host] = hosts
  const isKept = host !== undefined && host !== '' && !/[^\x20-\x7e]/.test(host)
  return { address: `http://${isKept ? host : own}${target}`, as: raw, ...(host === undefined && { host: own }) }
}

/** The rest of an address behind its authority. */
const pathOf = (address: string) => new URL(address).href.replace(absolute, '')

/** Bun: a URL of both where that can be one. The path alone where the Host is absent, empty or has certain characters. */
const bun: Build = (raw) => {
  if (!isPath(raw)) return null
  const target = absolute.test(raw.target) ? withoutAuthority(raw.target) : raw.target
  const [host = ''] = raw.hosts
  if (host === '' || !/^[\w.~!$&'()*+,;=:%[\]-]+$/.test(host)) return { address: target, as: { ...raw, target } }
  const address = `http://${host}${target}`
  if (!URL.canParse(address)) return { address, as: { ...raw, target } }
  return { address: new URL(address).href, as: { ...raw, target: pathOf(address) } }
}

/** workerd: the text of both, without the fragment. */
const workerd: Build = (raw) => {
  // It makes `/` of a target that is none.
  if (hostOf(raw) === '' || (!isPath(raw) && raw.target !== '*')) return null
  const target = absolute.test(raw.target) ? withoutAuthority(raw.target) : raw.target
  const [sent] = target.split('#') as [string]
  return { address: `http://${hostOf(raw).trim()}${sent}`, as: { ...raw, target } }
}

/** `new Request(address, { headers })`, as tests and middleware make one. */
const byHand: Build = (raw) => {
  if (!raw.target.startsWith('/')) return null
  const { href } = new URL(`http://real.example${raw.target}`)
  return {
    address: href,
    as: { ...raw, target: pathOf(href) },
    ...(raw.hosts.length === 0 && { host: 'real.example' })
  }
}

export const platforms: Readonly<Record<string, Build>> = { deno, bun, workerd, 'a Request by hand': byHand }

/** A request whose address is a text that `new Request` would write in another way. */
export function toRequest({ method, hosts }: RawRequest, address: string): Request {
  const headers = new Headers()
  for (const host of hosts) headers.append('host', host)
  return Object.defineProperty(new Request('http://localhost/', { method, headers }), 'url', { value: address })
}
