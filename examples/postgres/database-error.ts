/** Errors of PostgreSQL, with their SQLSTATE as `code` and the `constraint` that a statement has broken. */
import { messages } from '@electric-sql/pglite'
import pg from 'pg'

export const isDatabaseError = (error: unknown) =>
  error instanceof pg.DatabaseError || error instanceof messages.DatabaseError
