import { secret, settings } from '@espalier/kit'
import { Type, withDefault } from 'espalier'

export const appSettings = settings({
  PORT: withDefault(Type.Integer({ minimum: 0, maximum: 65_535 }), 3000),
  TOKEN: secret(Type.String())
})
