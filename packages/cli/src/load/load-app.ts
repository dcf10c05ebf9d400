import { UsageError } from '@espalier/command-kit'
import { faultText, placeOfFault } from './fault-text.ts'
import { importModule } from './import-module.ts'
import { runWork } from './run-work.ts'
import { placeOfSyntaxError } from './syntax-error.ts'

/** Any object with these methods counts as an app. `instanceof` would fail for an app from another copy of espalier. */
export interface BootableApp {
  ready(): Promise<unknown>
  close(): Promise<unknown>
}

export interface LoadedApp {
  readonly app: BootableApp
  readonly exports: Readonly<Record<string, unknown>>
}

/** The end of a message about a module that does not finish loading, or whose function does not return an app. */
export const waitsForItself = 'it waits for its own top-level await, an import, or the function that makes the app'

/**
 * Imports a module and returns its app: the default export or the export `app`, which may also be a function that returns an app.
 *
 * @throws UsageError when the file does not exist, does not finish loading, or exports no app
 */
export async function loadApp(file: string): Promise<LoadedApp> {
  const waiting = { file, fails: 'cannot be loaded', waitsFor: () => waitsForItself }
  return runWork(async () => {
    const exports = await withSentence(file, 'cannot be loaded', () => importModule(file))
    const { app } = await withSentence(file, 'makes no app: the function that it exports fails', () =>
      appOf(file, exports)
    )
    return { app, exports }
  }, waiting)
}

async function withSentence<Result>(file: string, fails: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UsageError) throw error
    const place = placeOfFault(error) ?? placeOfSyntaxError(file, error)
    const at = place === undefined ? '' : `${fails.includes(':') ? ' at' : ': see'} ${place}`
    throw new UsageError(`${file} ${fails}${at}.\n\n${faultText(error)}`, { cause: error })
  }
}

/** An app has a `then` method that boots it, and `await` would call it. So the app is returned as a property of an object. */
export async function appOf(
  file: string,
  exports: Readonly<Record<string, unknown>>
): Promise<{ readonly app: BootableApp }> {
  const exported = exports.default ?? exports.app
  const made = typeof exported === 'function' && !isApp(exported) ? exported() : exported
  const app = isApp(made) ? made : await made
  if (!isApp(app)) {
    const names = Object.keys(exports).map((name) => `'${name}'`)
    const found = names.length === 0 ? 'It exports nothing.' : `It exports ${names.slice(0, 10).join(', ')}.`
    throw new UsageError(
      `${file} exports no app. ${found} Export an app, or a function that returns one, by default or as 'app'.`
    )
  }
  return { app }
}

function isApp(value: unknown): value is BootableApp {
  const { ready, close, route } = (value ?? {}) as Record<string, unknown>
  return [ready, close, route].every((verb) => typeof verb === 'function')
}
