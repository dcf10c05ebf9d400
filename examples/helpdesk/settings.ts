/** How the help desk is started: options of the command, then the environment, then what suits a first try. */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

export function readSettings(args: string[], env: NodeJS.ProcessEnv) {
  const options = {
    port: { type: 'string', default: env.PORT ?? '3000' },
    host: { type: 'string', default: env.HOST ?? '127.0.0.1' },
    data: { type: 'string', default: env.HELPDESK_DATA ?? 'data/helpdesk' }
  } as const
  const { port, host, data } = parseArgs({ args, options }).values
  return {
    port: Number(port),
    host,
    folder: data,
    // Without one of its own, tokens end with the process.
    secret: env.HELPDESK_SECRET ?? randomBytes(32).toString('hex'),
    loginsPerMinute: Number(env.HELPDESK_LOGINS_PER_MINUTE ?? 10),
    origins: env.HELPDESK_ORIGINS?.split(',') ?? [],
    logLevel: env.LOG_LEVEL ?? 'warn'
  }
}
