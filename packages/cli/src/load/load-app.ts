/** The app of a module that was named on the command line. */
import { UsageError } from '@espalier/command-kit'
import { importModule } from './import-module.ts'

/** The parts of an app that commands need; apps are told by them, because one may come from another copy of the package. */
export interface BootableApp {
  ready(): Promise<unknown>
  close(): Promise<unknown>
}

export interface LoadedApp {
  readonly app: BootableApp
  /** What else the module exports. */
  readonly exports: Readonly<Record<string, unknown>>
}

/**
 * Returns the app that a module exports: its default export, or its export `app`, is one or a function that returns one.
 *
 * @throws UsageError when there is no such file, or no app in it
 */
export async function loadApp(file: string): Promise<LoadedApp> {
  const exports = await importModule(file)
  const exported = exports.default ?? exports.app
  const app = isApp(exported) ? exported : typeof exported === 'function' ? await exported() : exported
  if (!isApp(app))
    throw new UsageError(`${file} exports no app: export it, or a function that answers it, by default or as 'app'.`)
  return { app, exports }
}

function isApp(value: unknown): value is BootableApp {
  const { ready, close, route } = (value ?? {}) as Record<string, unknown>
  return [ready, close, route].every((verb) => typeof verb === 'function')
}
