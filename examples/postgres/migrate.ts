/** Brings a database to where the application expects it. */
import { createHash } from 'node:crypto'
import type { Queries } from './database.ts'
import { UnusableDatabaseError } from './unusable.ts'

/**
 * Takes the steps that this database has not taken yet. They are all in one transaction, for which other processes that start at the same time wait.
 *
 * @throws UnusableDatabaseError when the database has taken a step that is not one of these
 */
export async function migrate(transaction: Queries, steps: readonly string[]) {
  await transaction.exec(`
    select pg_advisory_xact_lock(hashtext('migrations'));
    -- All requests for a table wait behind a step that waits for it.
    set local lock_timeout = '3s';
    create table if not exists migrations (step int primary key);
    alter table migrations add if not exists digest text`)
  const { rows } = await transaction.sql<Taken>`select step, digest from migrations`
  for (const { step, digest } of rows) check(step, digest, steps[step])
  const taken = new Set(rows.map(({ step }) => step))
  for (const [step, statements] of steps.entries()) {
    if (taken.has(step)) continue
    await transaction.exec(statements)
    await transaction.sql`insert into migrations (step, digest) values (${step}, ${digestOf(statements)})`
  }
}

interface Taken {
  step: number
  /** Databases of the first versions have none. */
  digest: string | null
}

const digestOf = (statements: string) => createHash('sha256').update(statements).digest('hex')

function check(step: number, digest: string | null, statements: string | undefined) {
  if (statements === undefined)
    throw new UnusableDatabaseError(`The database is of a later version: it has taken step ${step}, unknown here.`)
  if (digest !== null && digest !== digestOf(statements))
    throw new UnusableDatabaseError(
      `The database is of another application: it has taken a step ${step} that is not the one here.`
    )
}
