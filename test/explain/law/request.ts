/** Requests to a random program: each route, HEAD for each GET route, and paths without a route. */
import type { RequestToExplain } from '../../../types/explain.ts'
import type { RouteStatement, Statement } from './program.ts'

export interface Asked extends RequestToExplain {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly route: string | null
  readonly socket: boolean
  readonly validates: boolean
}

const authorized = { authorization: 'Bearer key' }
const fields = {
  none: authorized,
  host: { ...authorized, host: 'a.example' },
  version: { ...authorized, 'accept-version': '1.x' }
} as const

function ofRoute({ name, method, constraint, head, socket, validates }: RouteStatement, prefix: string): Asked[] {
  const path = `${prefix}/${name}${validates ? '/7?x=1' : ''}`
  const asked: Asked = {
    method,
    path,
    headers: fields[constraint],
    route: name,
    validates,
    socket: socket && method === 'GET'
  }
  return method === 'GET' && head && !socket ? [asked, { ...asked, method: 'HEAD' }] : [asked]
}

export function requestsOf(body: readonly Statement[], prefix = ''): Asked[] {
  const routes = body.flatMap((statement): Asked[] => {
    if (statement.is === 'route') return ofRoute(statement, prefix)
    if (statement.is !== 'plugin') return []
    const own = statement.prefixed && !statement.shared ? `${prefix}/${statement.name}` : prefix
    return requestsOf(statement.body, own)
  })
  const nowhere = { path: `${prefix}/nowhere`, headers: authorized, route: null, validates: false, socket: false }
  return [...routes, { ...nowhere, method: 'GET' }, { ...nowhere, method: 'POST' }]
}
