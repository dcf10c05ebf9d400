import { UsageError } from '@espalier/command-kit'
import { isError } from 'espalier'
import { bootApp } from './boot-app.ts'
import { faultText } from './fault-text.ts'
import { type BootableApp, type LoadedApp, loadApp } from './load-app.ts'
import { runWork } from './run-work.ts'

/**
 * Boots the app of a module, calls `use` with it, and closes it.
 *
 * @throws UsageError when the module has no app, the app does not start or close, or `use` passes an invalid argument to the app
 */
export async function withApp<Result>(file: string, use: (loaded: LoadedApp) => Promise<Result>): Promise<Result> {
  const loaded = await loadApp(file)
  try {
    await bootApp(file, loaded.app)
  } catch (error) {
    // The `onClose` hooks of an app that never started may throw. Their error would hide the error of the start.
    await close(file, loaded.app).catch(() => {})
    throw error
  }
  const using = async () => use(loaded)
  const result = await using().catch(async (error: unknown) => {
    await close(file, loaded.app).catch(() => {})
    throw isError(error, 'ESP_ERR_ARGUMENT_INVALID') ? new UsageError(error.message, { cause: error }) : error
  })
  await close(file, loaded.app)
  return result
}

async function close(file: string, app: BootableApp): Promise<void> {
  const waiting = { file, fails: 'does not close', waitsFor: () => 'it waits for its onClose hooks' }
  try {
    await runWork(async () => void (await app.close()), waiting)
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${file} does not close.\n\n${faultText(error)}`, { cause: error })
  }
}
