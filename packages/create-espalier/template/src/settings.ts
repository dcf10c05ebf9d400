/** What the environment says, checked: every mistake is told at once. */

export class SettingsError extends Error {}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function readSettings(env: NodeJS.ProcessEnv) {
  const mistakes: string[] = []

  const wholeNumber = (name: string, otherwise: number, most: number) => {
    const text = env[name] || `${otherwise}`
    if (!/^\d{1,9}$/.test(text) || Number(text) > most)
      mistakes.push(`${name} is '${text}': write a whole number from 0 to ${most}.`)
    return Number(text)
  }

  const oneOf = (name: string, otherwise: string, known: readonly string[]) => {
    const text = env[name] || otherwise
    if (!known.includes(text)) mistakes.push(`${name} is '${text}': write one of ${known.join(', ')}.`)
    return text
  }

  const settings = {
    host: env.HOST || '127.0.0.1',
    port: wholeNumber('PORT', 3000, 65_535),
    // with database
    /** A server, or a folder in which a database of this process keeps its data. */
    database: env.DATABASE_URL || env.DATA || 'data',
    // end
    /** The addresses of proxies in front of it, whose word on a client's address and scheme is taken. */
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',') : false,
    logLevel: oneOf('LOG_LEVEL', 'info', levels),
    drain: wholeNumber('DRAIN', 0, 600_000)
  }
  // with database
  if (/^[a-z]+:\/\//i.test(settings.database) && !/^postgres(ql)?:\/\//.test(settings.database))
    mistakes.push('DATABASE_URL must begin with postgres://.')
  // end
  if (mistakes.length > 0) throw new SettingsError(mistakes.join('\n'))
  return settings
}
