/** Brings a database to where the application expects it. */
import type { PGlite } from '@electric-sql/pglite'

/** Takes the steps that this database has not taken yet, each in a transaction of its own. */
export async function migrate(db: PGlite, steps: readonly string[]) {
  await db.exec('create table if not exists migrations (step int primary key)')
  const { rows } = await db.sql<{ step: number }>`select step from migrations`
  const taken = new Set(rows.map(({ step }) => step))
  for (const [step, statements] of steps.entries()) {
    if (taken.has(step)) continue
    await db.transaction(async (tx) => {
      await tx.exec(statements)
      await tx.sql`insert into migrations values (${step})`
    })
  }
}
