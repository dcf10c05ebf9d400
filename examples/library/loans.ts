/** Lending: its rules, and the transactions that keep them whatever arrives at once. */
import { sql } from '@electric-sql/pglite/template'
import { httpError } from 'espalier'
import type { Database, Queries } from '../postgres/database.ts'
import type { Loan, Member } from './schemas.ts'

const loanDays = 21
const loansAtOnce = 3

/** Lends a book. A book that is lent violates the index `loans_open`. */
export function borrow(db: Database, member: Member, bookId: number, today: string) {
  return db.transaction(async (tx) => {
    await checkStanding(tx, member, today)
    const { rows } = await tx.sql<{ id: number }>`
      insert into loans (book_id, member_id, borrowed_on, due_on)
      select id, ${member.id}, ${today}, ${today}::date + ${loanDays}::int from books where id = ${bookId}
      returning id`
    if (!rows[0]) throw httpError(404, 'NO_SUCH_BOOK', `There is no book ${bookId}.`)
    return findLoan(tx, member, rows[0].id)
  })
}

/** Takes a book back. */
export function giveBack(db: Database, member: Member, loanId: number, today: string) {
  return db.transaction(async (tx) => {
    const { affectedRows } = await tx.sql`
      update loans set returned_on = ${today}
      where id = ${loanId} and member_id = ${member.id} and returned_on is null`
    const loan = await findLoan(tx, member, loanId)
    if (affectedRows === 0) throw httpError(409, 'ALREADY_RETURNED', `Loan ${loanId} ended on ${loan.returnedOn}.`)
    return loan
  })
}

/** A member's loans, the latest first. */
export function loansOf({ id }: Member) {
  return sql`select * from loan_slips where "memberId" = ${id} order by id desc`
}

/** A member's books that are not back yet, the most urgent first. */
export async function openLoansOf(db: Database, { id }: Member) {
  const { rows } = await db.sql<Loan>`
    select * from loan_slips where "memberId" = ${id} and "returnedOn" is null order by "dueOn", id`
  return rows
}

async function findLoan(tx: Queries, member: Member, id: number) {
  const { rows } = await tx.sql<Loan>`select * from loan_slips where id = ${id} and "memberId" = ${member.id}`
  if (!rows[0]) throw httpError(404, 'NO_SUCH_LOAN', `You have no loan ${id}.`)
  return rows[0]
}

/** Locks the member's row first, so that two requests of one member cannot both take the last loan. */
async function checkStanding(tx: Queries, { id }: Member, today: string) {
  await tx.sql`select from members where id = ${id} for update`
  const { rows } = await tx.sql<{ dueOn: string }>`
    select due_on as "dueOn" from loans where member_id = ${id} and returned_on is null`
  if (rows.some(({ dueOn }) => dueOn < today)) {
    throw httpError(422, 'LOAN_OVERDUE', 'Return your overdue books first.')
  }
  if (rows.length >= loansAtOnce) {
    throw httpError(422, 'TOO_MANY_LOANS', `You have ${rows.length} books; return one first.`)
  }
}
