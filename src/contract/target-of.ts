import { type Target, targetKey } from './target.ts'

/**
 * Returns the data that clients need to call an endpoint: its method, the parts of its path, and how to read its responses. Code generators for
 * clients need it. Returns `undefined` for a value that is not an endpoint.
 *
 * @example targetOf(endpoint('GET /books/:id'))?.name // 'GET /books/:id'
 */
export function targetOf(value: unknown): Target | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as { readonly [targetKey]?: Target })[targetKey]
}
