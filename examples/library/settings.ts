/** How the library is started: options of the command, then the environment, then what suits a first try. */
import { parseArgs } from 'node:util'

export const developmentToken = 'staff-of-the-library'

export type Settings = ReturnType<typeof readSettings>

/** The command's options are wrong. */
export class UsageError extends Error {}

export function readSettings(args: string[], env: NodeJS.ProcessEnv) {
  const { port, host, data } = readOptions(args, env)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError(`"${port}" is no port.`)
  return {
    port: Number(port),
    host,
    folder: data,
    token: env.LIBRARY_STAFF_TOKEN ?? developmentToken,
    today: env.LIBRARY_TODAY,
    logLevel: env.LOG_LEVEL ?? 'warn'
  }
}

function readOptions(args: string[], env: NodeJS.ProcessEnv) {
  try {
    const options = {
      port: { type: 'string', default: env.PORT ?? '3000' },
      host: { type: 'string', default: env.HOST ?? '127.0.0.1' },
      data: { type: 'string', default: env.LIBRARY_DATA ?? 'data/library' }
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
