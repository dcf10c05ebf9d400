/** Boots an app of a module for as long as a command needs it. */
import { UsageError } from '@espalier/command-kit'
import { isError } from 'espalier'
import { bootApp } from './boot-app.ts'
import { faultText } from './fault-text.ts'
import { type BootableApp, type LoadedApp, loadApp } from './load-app.ts'
import { untilSettled } from './until-settled.ts'

/**
 * Boots the app of a module, passes it to `use` and closes it.
 *
 * @throws UsageError when the module has no app, when the app does not start or close, and when an argument of its functions is invalid
 */
export async function withApp<Result>(file: string, use: (loaded: LoadedApp) => Promise<Result>): Promise<Result> {
  const loaded = await loadApp(file)
  try {
    await bootApp(file, loaded.app)
  } catch (error) {
    // Closing hooks may fail because the app never started. Their error would hide the reason.
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
    await untilSettled(async () => void (await app.close()), waiting)
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${file} does not close.\n\n${faultText(error)}`, { cause: error })
  }
}
