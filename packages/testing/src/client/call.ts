import { fillPath } from 'espalier/client'
import { targetOf } from 'espalier/contract'

export type Fields = Readonly<Record<string, unknown>>

interface Options {
  readonly url?: unknown
  readonly path?: unknown
  readonly headers?: Fields
  readonly cookies?: Readonly<Record<string, string>>
}

interface EndpointInput {
  readonly params?: Fields
  readonly headers?: Fields
}

/** The first argument of `inject`: a path, options, or an endpoint. */
export type Target = string | Options

export interface Answer {
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>
}

export interface Call {
  readonly path: string
  readonly cookies: Readonly<Record<string, string>>
  readonly headers: Fields
  /** Returns the arguments of `inject`, with `headers` in place of the original header fields. */
  with(headers: Fields): readonly unknown[]
}

export function toCall(target: Target, input: EndpointInput | undefined): Call {
  const endpoint = targetOf(target)
  if (endpoint !== undefined)
    return {
      path: fillPath(endpoint, input?.params ?? {}),
      cookies: {},
      headers: input?.headers ?? {},
      with: (headers) => [target, { ...input, headers }]
    }
  const { cookies = {}, ...options } = typeof target === 'string' ? { url: target } : target
  return {
    path: pathOf(options.url ?? options.path),
    cookies,
    headers: options.headers ?? {},
    with: (headers) => [{ ...options, headers }]
  }
}

/** Returns the path of a URL. It decides which cookies are sent. The URL may be relative, or an object with `pathname`. */
function pathOf(url: unknown): string {
  if (typeof url === 'object' && url !== null && 'pathname' in url) return String(url.pathname)
  try {
    return new URL(String(url), 'http://localhost').pathname
  } catch {
    return '/'
  }
}
