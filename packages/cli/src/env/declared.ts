import { UsageError } from '@espalier/command-kit'
import { importModule } from '../load/import-module.ts'

export interface Declared {
  readonly shape: object
  faultsIn(env: NodeJS.Dict<string>, sourceOf: (name: string, text: string) => string): string[]
  examples(): Readonly<Record<string, string>>
}

/** The symbol of a global list, to which `settings()` of @espalier/kit adds each declaration of settings. */
const declaredSettings = Symbol.for('espalier.settings')

/**
 * Imports a module. Returns the settings that the module and its imports declare, in order of declaration.
 *
 * @throws UsageError when the file does not exist, when the module reads its settings during the import, and when it declares none
 */
export async function declaredIn(file: string): Promise<readonly Declared[]> {
  const list: Declared[] = []
  Reflect.set(globalThis, declaredSettings, list)
  try {
    await importModule(file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESP_ERR_SETTINGS')) throw error
    throw new UsageError(
      `${file} reads its settings while it is imported. Name the module that declares them, or call read() where the process starts.`,
      { cause: error }
    )
  } finally {
    Reflect.deleteProperty(globalThis, declaredSettings)
  }
  if (list.length > 0) return list
  throw new UsageError(
    `${file} declares no settings: settings() of @espalier/kit does, in this module or one that it imports.`
  )
}

export const namesIn = (declared: readonly Declared[]): string[] => [
  ...new Set(declared.flatMap(({ shape }) => Object.keys(shape)))
]
