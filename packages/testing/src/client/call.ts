/** Reads the three forms of `inject` arguments (a path, options, an endpoint with its input), and adds header fields to each. */
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

/** A path, options of `inject`, or an endpoint. */
export type Target = string | Options

/** The parts of a response that a client reads. */
export interface Answer {
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>
}

export interface Call {
  /** The path of the request, without its query. */
  readonly path: string
  /** The cookies that the caller passed. */
  readonly cookies: Readonly<Record<string, string>>
  /** The header fields that the caller passed. */
  readonly headers: Fields
  /** Returns the arguments of `inject` with these header fields added. */
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

/** The path of a URL. Relative URLs, and URL objects of `inject`, are below `/`. */
function pathOf(url: unknown): string {
  if (typeof url === 'object' && url !== null && 'pathname' in url) return String(url.pathname)
  try {
    return new URL(String(url), 'http://localhost').pathname
  } catch {
    return '/'
  }
}
