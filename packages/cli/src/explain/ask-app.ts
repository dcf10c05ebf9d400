/** Asks an application that a command names what it does with requests. */
import { UsageError } from '@espalier/command-kit'
import type { ExplainedApp, Explanation, RequestToExplain } from 'espalier'
import type { BootableApp } from '../load/load-app.ts'
import { withApp } from '../load/with-app.ts'
import type { Explained } from './explanation-text.ts'
import { nearestRoutes } from './nearest-route.ts'

export interface ExplainableApp extends BootableApp {
  explain(): Promise<ExplainedApp>
  explain(request: RequestToExplain): Promise<Explanation>
}

const isExplainable = (app: BootableApp): app is ExplainableApp => 'explain' in app && typeof app.explain === 'function'

/**
 * Makes the app of a module ready, asks it, and closes it.
 *
 * @throws UsageError when the module has no app of espalier, when the app does not start or close, and when the question is wrong
 */
export function askApp<Answer>(file: string, ask: (app: ExplainableApp) => Promise<Answer>): Promise<Answer> {
  return withApp(file, ({ app }) => {
    if (!isExplainable(app))
      throw new UsageError(`The app of ${file} is not one of espalier, or of an earlier version.`)
    return ask(app)
  })
}

/** Explains a request, and looks for the routes that are near where none answers. */
export async function explainRequest(app: ExplainableApp, request: RequestToExplain): Promise<Explained> {
  const explanation = await app.explain(request)
  const { found, method, path } = explanation
  const nearest = found === 'nothing' ? nearestRoutes((await app.explain()).routes, method, path) : []
  return { ...explanation, nearest }
}
