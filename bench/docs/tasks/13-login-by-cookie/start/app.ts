import { randomUUID } from 'node:crypto'
import { espalier } from 'espalier'

/** The names of users by the ids of their sessions. */
const sessions = new Map<string, string>()

export const createApp = () => espalier().get('/', () => `${sessions.size} sessions, the next is ${randomUUID()}`)
