/** The three forms of `inject` (a path, options, an endpoint with its input) with fields that are added to each. */
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

/** An answer, as far as a client reads it. */
export interface Answer {
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>
}

export interface Call {
  /** The path of the request, without its query. */
  readonly path: string
  /** The cookies that the caller gave. */
  readonly cookies: Readonly<Record<string, string>>
  /** The fields that the caller gave. */
  readonly headers: Fields
  /** Returns the arguments of `inject` with these fields. */
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

/** A relative URL is one below `/`, and so is the part of a URL that `inject` takes. */
function pathOf(url: unknown): string {
  if (typeof url === 'object' && url !== null && 'pathname' in url) return String(url.pathname)
  try {
    return new URL(String(url), 'http://localhost').pathname
  } catch {
    return '/'
  }
}
