/** The secret that signs the tokens of an example. */
import { randomBytes } from 'node:crypto'
import { type Secret, SettingsError } from '@espalier/kit'
import type { DatabaseSettings } from './postgres/database.ts'

/**
 * Returns the secret of the environment. A process without a server's database has no other beside it, and makes a secret that ends with it.
 *
 * @param name of the variable
 * @throws SettingsError when several processes may share a database, and so need to share the secret
 */
export function signingSecret(name: string, secret: Secret<string> | undefined, env: DatabaseSettings) {
  if (secret !== undefined) return secret.reveal()
  if (env.DATABASE_URL === undefined) return randomBytes(32).toString('hex')
  throw new SettingsError([`${name}: expected a text, because all processes on DATABASE_URL share it. It is missing.`])
}
