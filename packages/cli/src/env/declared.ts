/** Finds the settings that a program declares. */
import { UsageError } from '@espalier/command-kit'
import { importModule } from '../load/import-module.ts'

/** The parts of declared settings that the command uses. The package that makes them is the application's own copy. */
export interface Declared {
  readonly shape: object
  faultsIn(env: NodeJS.Dict<string>, sourceOf: (name: string, text: string) => string): string[]
  examples(): Readonly<Record<string, string>>
}

/** `settings` of @espalier/kit adds each declaration to the list under this symbol, if the list exists. */
const listName = Symbol.for('espalier.settings')

/**
 * Imports a module and returns all settings that it and its imports declare, in order.
 *
 * @throws UsageError when the file does not exist, it reads its settings during the import, or it declares none
 */
export async function declaredIn(file: string): Promise<readonly Declared[]> {
  const list: Declared[] = []
  Reflect.set(globalThis, listName, list)
  try {
    await importModule(file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESP_ERR_SETTINGS')) throw error
    throw new UsageError(
      `${file} reads its settings while it is imported. Name the module that declares them, or call read() where the process starts.`,
      { cause: error }
    )
  } finally {
    Reflect.deleteProperty(globalThis, listName)
  }
  if (list.length > 0) return list
  throw new UsageError(
    `${file} declares no settings: settings() of @espalier/kit does, in this module or one that it imports.`
  )
}

/** Returns the names of all settings, each once. */
export const namesIn = (declared: readonly Declared[]): string[] => [
  ...new Set(declared.flatMap(({ shape }) => Object.keys(shape)))
]
