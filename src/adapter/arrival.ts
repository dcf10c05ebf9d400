/** Reports for `app.explain()` which HTTP parser reads the requests, and which timeouts and size limits apply while they arrive. */
import type { ExplainedLimit, LaneObstacle } from '../../types/explain.ts'
import type { AppOptions } from '../app-options.ts'
import type { Arrival } from '../explain/arrival.ts'
import { limit } from '../explain/limit.ts'
import { maxHeaderSize } from '../node-http.ts'
import { lookForWatchers } from './http-watchers.ts'
import { bypassedServers } from './lane/index.ts'
import { obstaclesOf } from './lane-obstacle.ts'
import type { Server } from './node-server.ts'

export const arrivalOnWorker: Arrival = { reader: 'fetch', obstacles: [], limits: [] }

/** Texts for `app.explain()`: why requests go through Node's HTTP parser for now, instead of espalier's own HTTP/1 reader (`lane/index.ts`). */
const temporaryCauses: Readonly<Record<string, string>> = {
  watched: "Node's classes or channels of HTTP are watched in this process.",
  'listened to': "Another listener of requests stands before the app's or in its place, or 'emit' is replaced.",
  settings:
    'The server has a timeout of connections, counts their requests, joins fields, or keeps connections half open.'
}

function laneObstaclesOf(server: Server, options: AppOptions): LaneObstacle[] {
  const lastingObstacles = obstaclesOf(options)
  if (lastingObstacles.length > 0) return lastingObstacles
  const bypassed = bypassedServers.get(server)
  if (bypassed === undefined) {
    return [{ cause: 'runtime', decided: 'boot', why: 'This runtime takes its connections in a way of its own.' }]
  }
  lookForWatchers()
  const cause = bypassed.findObstacle() as LaneObstacle['cause'] | null
  return cause === null ? [] : [{ cause, decided: 'run time', why: temporaryCauses[cause] as string }]
}

type Bounds = Partial<Record<'maxHeaderSize' | 'headersTimeout' | 'requestTimeout', number>>

function http1Limits({ maxHeaderSize: ofHead, headersTimeout, requestTimeout }: Bounds): ExplainedLimit[] {
  const when = 'over HTTP/1'
  const time = { unit: 'milliseconds', from: 'server', when, status: 408 } as const
  return [
    limit('maxHeaderSize', ofHead || maxHeaderSize, { unit: 'bytes', from: 'server', when, status: 431 }),
    limit('headersTimeout', headersTimeout, time),
    limit('requestTimeout', requestTimeout, time)
  ]
}

function limitsOf(server: Server, { http2, requestTimeout }: AppOptions): ExplainedLimit[] {
  const ofBody = { unit: 'milliseconds', from: 'app', when: 'a body over HTTP/2', status: 503 } as const
  const ofSocket = { unit: 'milliseconds', from: 'server', when: 'the connection is silent', status: null } as const
  return [
    limit('connectionTimeout', server.timeout, ofSocket),
    ...('requestTimeout' in server ? http1Limits(server as Bounds) : []),
    ...(http2 === true ? [limit('requestTimeout', requestTimeout, ofBody)] : [])
  ]
}

export function arrivalAt(server: Server, options: AppOptions): Arrival {
  const obstacles = laneObstaclesOf(server, options)
  return { reader: obstacles.length === 0 ? 'lane' : 'node', obstacles, limits: limitsOf(server, options) }
}
