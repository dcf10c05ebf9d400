/** A failure to start, as the user reads it. */
import { FolderInUseError } from './postgres/folder-lock.ts'
import { UnusableDatabaseError } from './postgres/unusable.ts'

/** The codes of an option that there is not, and of settings. */
const usage = /^(?:ERR_PARSE_ARGS_\w+|ESP_ERR_SETTINGS)$/

/**
 * Returns a sentence about what the user can change; any other failure in full.
 *
 * @param start the command that starts the example
 * @param folder the name of its folder below data/
 */
export function explainFailure(error: unknown, start: string, folder: string): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? `${error.code}` : ''
  if (usage.test(code)) return `${error.message}\nOptions: --port 3001 --host 127.0.0.1 --data data/${folder}`
  if (error instanceof FolderInUseError)
    return `${error.message}\nStop it, or give this one its own: ${start} -- --port 3001 --data data/another`
  if (error instanceof UnusableDatabaseError)
    return `${error.message}\nMend that, or unset DATABASE_URL: then the data stay in data/${folder}.`
  if (code === 'EADDRINUSE' && 'port' in error)
    return `Port ${error.port} is taken. Choose another: ${start} -- --port 3001 (or PORT=3001 ${start})`
  return error
}
