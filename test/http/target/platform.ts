/**
 * How Fetch platforms make a URL of the Host and target of a request: Deno 2.9, Bun 1.4 and workerd 1.2026 (`npm run runtimes` compares them with the
 * real servers).
 */

export interface RawRequest {
  readonly method: string
  readonly target: string
  /** One per Host field. */
  readonly hosts: readonly string[]
}

export interface Built {
  readonly address: string
  readonly as: RawRequest
  /** Set if it differs from the host of that request. */
  readonly host?: string
}

/** `null` for a request that the platform refuses. */
type Build = (raw: RawRequest) => Built | null

const absolute = /^https?:\/\/[^/?#]*/i
const own = 'localhost:8000'
const foreign = /^(?!https?:)[a-z]+:\/\//
const isPath = ({ target }: RawRequest) => target.startsWith('/') || absolute.test(target)

const hostOf = ({ hosts }: RawRequest) => hosts.join(', ')
/** The path of an absolute target, whose authority the platform drops. */
const withoutAuthority = (target: string) => {
  const path = target.replace(absolute, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Deno joins both texts. An absolute target is the URL. Its own name replaces a Host that is absent, empty or not ASCII. */
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

const pathOf = (address: string) => new URL(address).href.replace(absolute, '')

/** Bun makes a URL of both if they are valid, otherwise only the path. */
const bun: Build = (raw) => {
  if (!isPath(raw)) return null
  const target = absolute.test(raw.target) ? withoutAuthority(raw.target) : raw.target
  const [host = ''] = raw.hosts
  if (host === '' || !/^[\w.~!$&'()*+,;=:%[\]-]+$/.test(host)) return { address: target, as: { ...raw, target } }
  const address = `http://${host}${target}`
  if (!URL.canParse(address)) return { address, as: { ...raw, target } }
  return { address: new URL(address).href, as: { ...raw, target: pathOf(address) } }
}

/** workerd joins both texts without the fragment. */
const workerd: Build = (raw) => {
  // An invalid target becomes `/`.
  if (hostOf(raw) === '' || (!isPath(raw) && raw.target !== '*')) return null
  const target = absolute.test(raw.target) ? withoutAuthority(raw.target) : raw.target
  const [sent] = target.split('#') as [string]
  return { address: `http://${hostOf(raw).trim()}${sent}`, as: { ...raw, target } }
}

/** As in tests and middleware. */
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

/** `new Request` would normalize the URL. */
export function toRequest({ method, hosts }: RawRequest, address: string): Request {
  const headers = new Headers()
  for (const host of hosts) headers.append('host', host)
  return Object.defineProperty(new Request('http://localhost/', { method, headers }), 'url', { value: address })
}
