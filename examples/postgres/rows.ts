/** The row of a statement that always gives exactly one. */
import type { Results } from '@electric-sql/pglite'

export function onlyRow<Row>({ rows }: Results<Row>) {
  const [row] = rows
  if (row === undefined) throw new Error('The statement gave no row.')
  return row
}
