/** The variables of the environment by which Conduit is started. */
import { type SettingsOf, secret, settings } from '@espalier/kit'
import { Type, withDefault } from 'espalier'
import { databaseSettings } from '../postgres/database.ts'

export const conduitSettings = settings({
  ...databaseSettings.shape,
  HOST: withDefault(Type.String(), '127.0.0.1'),
  PORT: withDefault(Type.Integer({ minimum: 0, maximum: 65_535 }), 3000),
  LOG_LEVEL: withDefault(Type.String(), 'warn'),
  /** Where the database is kept. */
  CONDUIT_DATA: withDefault(Type.String(), 'data/conduit'),
  /** Signs the tokens. Without it they end with the process. All processes on one DATABASE_URL need the same. */
  CONDUIT_SECRET: secret(Type.Optional(Type.String({ minLength: 16 }))),
  /** How often one address may log in or register. */
  CONDUIT_LOGINS_PER_MINUTE: withDefault(Type.Integer(), 10)
})

export type ConduitSettings = SettingsOf<typeof conduitSettings>
