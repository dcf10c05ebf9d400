/** Both frameworks side by side, without their types: a habit is held by asking each the same thing. */
import { espalier } from 'espalier'
import { fastify } from 'fastify'
import type { Wild } from '../security/wild.ts'

export type { Anything, Wild } from '../security/wild.ts'

export type Make = (options?: unknown) => Wild

export const makeEspalier = espalier as unknown as Make
export const makeFastify = fastify as unknown as Make

/** Runs an action with an app that is closed behind it. */
export async function withApp<Result>(app: Wild, use: (app: Wild) => Promise<Result>): Promise<Result> {
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}

/** Does both frameworks the same way and answers what each made of it. */
export async function askBoth<Result>(ask: (make: Make) => Promise<Result>): Promise<{ fastify: Result; own: Result }> {
  return { fastify: await ask(makeFastify), own: await ask(makeEspalier) }
}
