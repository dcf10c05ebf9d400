import { ArgumentError } from '@espalier/command-kit'

/**
 * Loads the package that does the work of a command, such as @espalier/migrate for `espalier migrate`.
 *
 * @throws ArgumentError when the package is not installed. The message contains the command that installs it.
 */
export async function loadCompanion<Companion>(
  command: string,
  name: string,
  load: () => Promise<Companion>
): Promise<Companion> {
  try {
    return await load()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing || !error.message.includes(`'${name}'`)) throw error
    throw new ArgumentError(`espalier ${command} needs the package ${name}: npm install --save-dev ${name}`, {
      cause: error
    })
  }
}
