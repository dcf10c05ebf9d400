/** Loads the packages that do the work of some commands, such as @espalier/migrate. */
import { ArgumentError } from '@espalier/command-kit'

/**
 * Imports a companion package.
 *
 * @throws ArgumentError when the package is not installed. The message has the command that installs the package
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
