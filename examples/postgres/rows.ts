/** The row of a statement that always gives exactly one. */
import type { Result } from './database.ts'

export function onlyRow<Row>({ rows }: Result<Row>) {
  const [row] = rows
  if (row === undefined) throw new Error('The statement gave no row.')
  return row
}
