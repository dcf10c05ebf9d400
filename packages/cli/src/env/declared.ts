/** Finds the settings that a program declares. */
import { UsageError } from '@espalier/command-kit'
import { importModule } from '../load/import-module.ts'

/** The members of `settings(…)` that the command uses. The type is not imported, because the application has its own copy of @espalier/kit. */
export interface Declared {
  readonly shape: object
  faultsIn(env: NodeJS.Dict<string>, sourceOf: (name: string, text: string) => string): string[]
  examples(): Readonly<Record<string, string>>
}

/** If `globalThis` has a list under this symbol, `settings()` of @espalier/kit adds each declaration to it. */
const listName = Symbol.for('espalier.settings')

/**
 * Imports a module, and returns all settings that the module and its imports declare, in order of declaration.
 *
 * @throws UsageError when the file does not exist, and when the module reads its settings during the import or declares none
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
