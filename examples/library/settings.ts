/** The variables of the environment by which the library is started. */
import { type SettingsOf, settings } from '@espalier/kit'
import { Type, withDefault } from 'espalier'
import { databaseSettings } from '../postgres/database.ts'

export const developmentToken = 'staff-of-the-library'

export const librarySettings = settings({
  ...databaseSettings.shape,
  HOST: withDefault(Type.String(), '127.0.0.1'),
  PORT: withDefault(Type.Integer({ minimum: 0, maximum: 65_535 }), 3000),
  LOG_LEVEL: withDefault(Type.String(), 'warn'),
  /** Where the database is kept. */
  LIBRARY_DATA: withDefault(Type.String(), 'data/library'),
  /** The bearer token of the staff. */
  LIBRARY_STAFF_TOKEN: withDefault(Type.String(), developmentToken),
  /** The day it is; the real one where there is none. */
  LIBRARY_TODAY: Type.Optional(Type.String({ format: 'date' }))
})

export type Settings = SettingsOf<typeof librarySettings>
