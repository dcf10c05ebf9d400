import { type Target, targetKey } from './target.ts'

/**
 * Returns how clients reach an endpoint: its method, the parts of its path, and what its answers revive. Programs that write clients use it. `undefined` for
 * any other value.
 *
 * @example
 * targetOf(endpoint('GET /books/:id'))?.name // 'GET /books/:id'
 */
export function targetOf(value: unknown): Target | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as { readonly [targetKey]?: Target })[targetKey]
}
