/** Long lists are answered in pages: what a client may ask for, what it gets, and the way to the pages around it. */
import type { sql } from '@electric-sql/pglite/template'
import { type TSchema, Type, withDefault } from 'espalier'
import type { Database } from '../postgres/database.ts'
import { onlyRow } from '../postgres/rows.ts'

export const pageQuery = {
  page: withDefault(Type.Integer({ minimum: 1, maximum: 1_000_000 }), 1),
  size: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 20)
}

export const PageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({ items: Type.Array(item), total: Type.Integer() })

interface Section {
  page: number
  size: number
}

/** Reads one page of a query's rows, and counts them all. */
export async function readPage<Row>(db: Database, { page, size }: Section, found: ReturnType<typeof sql>) {
  const { rows: items } = await db.sql<Row>`${found} limit ${size} offset ${(page - 1) * size}`
  const { total } = onlyRow(await db.sql<{ total: number }>`select count(*)::int as total from (${found}) as found`)
  return { items, total }
}

/** The value of a `Link` header (RFC 8288) that leads from one page of `url` to the others. */
export function linkPages(url: string, { page, size }: Section, total: number) {
  const last = Math.max(1, Math.ceil(total / size))
  const targets = { first: 1, prev: Math.min(page - 1, last), next: page + 1, last }
  return Object.entries(targets)
    .filter(([, target]) => target >= 1 && target <= last)
    .map(([relation, target]) => `<${withPage(url, target)}>; rel="${relation}"`)
    .join(', ')
}

function withPage(url: string, page: number) {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.set('page', String(page))
  return `${pathname}?${searchParams}`
}
