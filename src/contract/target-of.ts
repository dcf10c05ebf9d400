import { type Target, targetKey } from './target.ts'

/**
 * Returns the data that clients need to call an endpoint: its method, the parts of its path, and which values of its responses are revived. Programs
 * that write clients use it. `undefined` for any other value.
 *
 * @example
 * targetOf(endpoint('GET /books/:id'))?.name // 'GET /books/:id'
 */
export function targetOf(value: unknown): Target | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as { readonly [targetKey]?: Target })[targetKey]
}
