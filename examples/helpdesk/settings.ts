/** The variables of the environment by which the help desk is started. */
import { type SettingsOf, secret, settings } from '@espalier/kit'
import { Type, withDefault } from 'espalier'
import { databaseSettings } from '../postgres/database.ts'
import { proxySettings } from './proxy.ts'
import { redisSettings } from './redis.ts'

export const helpDeskSettings = settings({
  ...databaseSettings.shape,
  ...redisSettings.shape,
  ...proxySettings.shape,
  HOST: withDefault(Type.String(), '127.0.0.1'),
  PORT: withDefault(Type.Integer({ minimum: 0, maximum: 65_535 }), 3000),
  LOG_LEVEL: withDefault(Type.String(), 'warn'),
  /** Milliseconds from a signal for which `/ready` fails and everything is still accepted. */
  NOTICE: withDefault(Type.Integer({ minimum: 0, maximum: 600_000 }), 0),
  /** Milliseconds for which requests on open connections are answered, before the process ends. */
  DRAIN: withDefault(Type.Integer({ minimum: 0, maximum: 600_000 }), 0),
  /** How many sockets systemd has opened, and for which process. */
  LISTEN_FDS: withDefault(Type.Integer({ minimum: 0 }), 0),
  LISTEN_PID: withDefault(Type.Integer({ minimum: 0 }), 0),
  /** Where the database and the attachments are kept. */
  HELPDESK_DATA: withDefault(Type.String(), 'data/helpdesk'),
  /** Signs the tokens. Without it they end with the process. All processes on one DATABASE_URL need the same. */
  HELPDESK_SECRET: secret(Type.Optional(Type.String({ minLength: 16 }))),
  /** How often one address may log in or sign up. */
  HELPDESK_LOGINS_PER_MINUTE: withDefault(Type.Integer(), 10),
  /** Pages that may ask from elsewhere, by origin. */
  HELPDESK_ORIGINS: withDefault(Type.Array(Type.String()), [])
})

export type HelpDeskSettings = SettingsOf<typeof helpDeskSettings>
