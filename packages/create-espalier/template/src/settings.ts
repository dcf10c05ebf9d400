/** The variables of the environment, with what each may be. `read()` returns them, or every mistake at once. */
// with database
import { secret, settings } from '@espalier/kit'
// end
// without database
import { settings } from '@espalier/kit'
// end
import { Type, withDefault } from 'espalier'

const proxies = 'Addresses of proxies, such as 10.0.0.0/8, whose word on the address and scheme of a client is taken.'
const drain = 'Milliseconds for which the process answers after it was told to end, so that a balancer notices.'
// with database
const server = 'A server. Without it the database runs inside the process.'
const folder = 'The folder of the database inside the process.'
// end

export const appSettings = settings({
  HOST: withDefault(Type.String(), '127.0.0.1'),
  PORT: withDefault(Type.Integer({ minimum: 0, maximum: 65_535 }), 3000),
  LOG_LEVEL: withDefault(Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  // with database
  DATABASE_URL: Type.Optional(secret(Type.String({ pattern: '^postgres(ql)?://', description: server }))),
  DATA: withDefault(Type.String({ description: folder }), 'data'),
  // end
  TRUST_PROXY: Type.Optional(Type.Array(Type.String(), { description: proxies })),
  DRAIN: withDefault(Type.Integer({ minimum: 0, maximum: 600_000, description: drain }), 0)
})
