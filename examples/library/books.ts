/** The books' table. */
import { httpError } from 'espalier'
import type { Database } from '../postgres/database.ts'
import { onlyRow } from '../postgres/rows.ts'
import type { Book, NewBook } from './schemas.ts'

export async function findBook(db: Database, id: number) {
  const { rows } = await db.sql<Book>`select * from catalogue where id = ${id}`
  return rows[0] ?? refuseBook(id)
}

export async function addBook(db: Database, { isbn, title, author, year }: NewBook) {
  const inserted = await db.sql<Book>`
    insert into books (isbn, title, author, year) values (${isbn}, ${title}, ${author}, ${year})
    returning *, true as available`
  return onlyRow(inserted)
}

export async function replaceBook(db: Database, id: number, { isbn, title, author, year }: NewBook) {
  await db.sql`
    update books set isbn = ${isbn}, title = ${title}, author = ${author}, year = ${year} where id = ${id}`
  return findBook(db, id)
}

export async function removeBook(db: Database, id: number) {
  const { affectedRows } = await db.sql`delete from books where id = ${id}`
  if (affectedRows === 0) refuseBook(id)
}

function refuseBook(id: number): never {
  throw httpError(404, 'NO_SUCH_BOOK', `There is no book ${id}.`)
}
