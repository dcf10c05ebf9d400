import type { ServerOptions } from 'node:http'
import type { LaneObstacle } from '../../types/explain.ts'
import type { AppOptions } from '../app-options.ts'

/** Returns the app options that exclude espalier's own HTTP/1 reader (`lane/index.ts`), so that Node's parser reads every request. */
export function obstaclesOf({ exchange, http, http2, https, serverFactory }: AppOptions): LaneObstacle[] {
  const { IncomingMessage, ServerResponse, uniqueHeaders }: ServerOptions = Object(https ?? http)
  const all: readonly [cause: LaneObstacle['cause'], holds: boolean, why: string][] = [
    ['exchange', exchange === 'stock', "The option 'exchange' is 'stock', or ESPALIER_EXCHANGE of the environment is."],
    ['serverFactory', serverFactory !== undefined, "The option 'serverFactory' makes the server."],
    ['http2', http2 === true, 'The server speaks HTTP/2.'],
    [
      'classes',
      IncomingMessage !== undefined || ServerResponse !== undefined,
      "The server makes its messages by classes of the application: 'IncomingMessage' or 'ServerResponse'."
    ],
    ['uniqueHeaders', uniqueHeaders !== undefined, "Node joins the fields of answers that 'uniqueHeaders' lists."]
  ]
  return all.flatMap(([cause, holds, why]) => (holds ? { cause, decided: 'boot' as const, why } : []))
}
