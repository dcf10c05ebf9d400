/** Asks an application that a command names what it does with requests. */
import { UsageError } from '@espalier/command-kit'
import { type ExplainedApp, type Explanation, isError, type RequestToExplain } from 'espalier'
import { type BootableApp, loadApp } from '../load/load-app.ts'

interface ExplainableApp extends BootableApp {
  explain(): Promise<ExplainedApp>
  explain(request: RequestToExplain): Promise<Explanation>
}

const isExplainable = (app: BootableApp): app is ExplainableApp => 'explain' in app && typeof app.explain === 'function'

/**
 * Makes the app of a module ready, asks it, and closes it.
 *
 * @throws UsageError when the module has no app of espalier, when the app does not start, and when the question is wrong
 */
export async function askApp<Answer>(file: string, ask: (app: ExplainableApp) => Promise<Answer>): Promise<Answer> {
  const { app } = await loadApp(file)
  if (!isExplainable(app)) throw new UsageError(`The app of ${file} is not one of espalier, or of an earlier version.`)
  try {
    await app.ready().catch((error: unknown) => {
      throw new UsageError(`${file} does not start, so there is nothing to explain.\n\n${stackOf(error)}`)
    })
    return await ask(app)
  } catch (error) {
    throw isError(error, 'ESP_ERR_ARGUMENT_INVALID') ? new UsageError(error.message, { cause: error }) : error
  } finally {
    await app.close()
  }
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
