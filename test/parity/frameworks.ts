/** Both frameworks side by side, without their types: a habit is held by asking each the same thing. */
import { espalier } from 'espalier'
import { fastify } from 'fastify'
import type { Anything, Wild } from '../security/wild.ts'

export type { Anything, Wild } from '../security/wild.ts'

export type Make = (options?: unknown) => Wild

export const makeEspalier = espalier as unknown as Make
export const makeFastify = fastify as unknown as Make

/** The code of what an action throws or rejects with, its message where it has no code; `null` when it does neither. */
export async function refusalOf(action: () => unknown): Promise<string | null> {
  try {
    await action()
    return null
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return code ?? message
  }
}

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

/** Members of an object by name, as far up as classes go. */
export function membersOf(object: object): Map<string, PropertyDescriptor & { isOwn: boolean }> {
  const members = new Map<string, Anything>()
  for (let at = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (!members.has(name)) members.set(name, { ...descriptor, isOwn: at === object })
    }
  }
  return members
}
