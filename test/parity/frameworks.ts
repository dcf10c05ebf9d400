/** Both frameworks without their types, so that a test runs the same code on each. */
import { espalier } from 'espalier'
import { fastify } from 'fastify'
import type { Wild } from '../security/wild.ts'

export type { Anything, Wild } from '../security/wild.ts'

export type Make = (options?: unknown) => Wild

export const makeEspalier = espalier as unknown as Make
export const makeFastify = fastify as unknown as Make

/** Runs an action with an app, and closes the app after it. */
export async function withApp<Result>(app: Wild, use: (app: Wild) => Promise<Result>): Promise<Result> {
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}

/** Runs the same code on both frameworks. Returns both results. */
export async function askBoth<Result>(ask: (make: Make) => Promise<Result>): Promise<{ fastify: Result; own: Result }> {
  return { fastify: await ask(makeFastify), own: await ask(makeEspalier) }
}
