/**
 * From an endpoint to what a client has to know of it. It is made where the schemas are, so that a client has no code for paths and schemas: by the
 * endpoint when a client first asks, or by `espalier client`, which writes it down.
 */
import { takeApart } from './path.ts'
import type { Target } from './target.ts'

interface EndpointLike {
  readonly method: string
  readonly path: string
  readonly schema: { readonly response?: unknown }
}

/** Makes the target of an endpoint. */
export function makeTarget({ method, path, schema }: EndpointLike): Target {
  const target = { method, path, parts: takeApart(path) }
  const { response } = schema
  return typeof response === 'object' && response !== null ? { ...target, answers: answersOf(response) } : target
}

/** As the server reads the map: one of errors alone says nothing of other answers. */
function answersOf(response: object): NonNullable<Target['answers']> {
  const keys = Object.keys(response).map((key) => key.toLowerCase())
  const isOfErrors = !keys.some((key) => key.startsWith('2') || key === 'default')
  return Object.fromEntries([...(isOfErrors ? ['2xx', '3xx'] : []), ...keys].map((key) => [key, {}]))
}
