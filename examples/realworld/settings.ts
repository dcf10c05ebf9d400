/** How Conduit is started: options of the command, then the environment, then what suits a first try. */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

export function readSettings(args: string[], env: NodeJS.ProcessEnv) {
  const options = {
    port: { type: 'string', default: env.PORT ?? '3000' },
    host: { type: 'string', default: env.HOST ?? '127.0.0.1' },
    data: { type: 'string', default: env.CONDUIT_DATA ?? 'data/conduit' }
  } as const
  const { port, host, data } = parseArgs({ args, options }).values
  return {
    port: Number(port),
    host,
    folder: data,
    // Without one of its own, tokens end with the process.
    secret: env.CONDUIT_SECRET ?? randomBytes(32).toString('hex'),
    loginsPerMinute: Number(env.CONDUIT_LOGINS_PER_MINUTE ?? 10),
    logLevel: env.LOG_LEVEL ?? 'warn'
  }
}
