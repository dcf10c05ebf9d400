/** The variables of the environment by which Conduit is started. */
import { randomBytes } from 'node:crypto'
import { secret, settings } from '@espalier/kit'
import { Type, withDefault } from 'espalier'

export const conduitSettings = settings({
  HOST: withDefault(Type.String(), '127.0.0.1'),
  PORT: withDefault(Type.Integer({ minimum: 0, maximum: 65_535 }), 3000),
  LOG_LEVEL: withDefault(Type.String(), 'warn'),
  /** Where the database is kept. */
  CONDUIT_DATA: withDefault(Type.String(), 'data/conduit'),
  /** Signs the tokens. Without one of its own, they end with the process. */
  CONDUIT_SECRET: secret(withDefault(Type.String(), randomBytes(32).toString('hex'))),
  /** How often one address may log in or register. */
  CONDUIT_LOGINS_PER_MINUTE: withDefault(Type.Integer(), 10)
})
