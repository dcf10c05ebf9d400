/** Stores the cookies of one client, as a browser does for one site (RFC 6265). */

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** In milliseconds since 1970. */
  readonly expires: number
}

export class CookieJar {
  readonly #cookies = new Map<string, Cookie>()

  store(fields: readonly string[], at: string): void {
    for (const field of fields) {
      const cookie = parse(field, at)
      if (cookie !== undefined) this.#cookies.set(`${cookie.name};${cookie.path}`, cookie)
    }
  }

  /** Returns the cookies for a path. If two cookies have the same name, the cookie with the longer path is sent. */
  cookiesFor(path: string): ReadonlyMap<string, string> {
    const now = Date.now()
    const sent = [...this.#cookies.values()].filter((one) => one.expires > now && isBelow(path, one.path))
    return new Map(
      sent.sort((one, other) => one.path.length - other.path.length).map(({ name, value }) => [name, value])
    )
  }
}

function parse(field: string, at: string): Cookie | undefined {
  const [pair = '', ...rest] = field.split(';')
  const [name, value] = split(pair)
  if (name === '') return undefined
  const attributes = new Map(rest.map(split).map(([key, text]) => [key.toLowerCase(), text]))
  const path = attributes.get('path') ?? ''
  return { name, value, path: path.startsWith('/') ? path : folderOf(at), expires: expiryOf(attributes) }
}

function split(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

function expiryOf(attributes: ReadonlyMap<string, string>): number {
  const age = attributes.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0 ? 0 : Date.now() + Number(age) * 1000
  const moment = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(moment) ? Number.POSITIVE_INFINITY : moment
}

/** Returns the path of a cookie that was set without one: the folder of the request's path (RFC 6265 §5.1.4). */
const folderOf = (path: string) => path.slice(0, Math.max(1, path.lastIndexOf('/')))

const isBelow = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
