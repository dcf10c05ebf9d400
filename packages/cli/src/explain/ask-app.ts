import { UsageError } from '@espalier/command-kit'
import type { ExplainedApp, Explanation, RequestToExplain } from 'espalier'
import type { BootableApp } from '../load/load-app.ts'
import { withApp } from '../load/with-app.ts'

export interface ExplainableApp extends BootableApp {
  explain(): Promise<ExplainedApp>
  explain(request: RequestToExplain): Promise<Explanation>
}

const isExplainable = (app: BootableApp): app is ExplainableApp => 'explain' in app && typeof app.explain === 'function'

/**
 * Boots the app of a module, calls `ask` with it, and closes it.
 *
 * @throws UsageError when the module has no app of espalier, the app does not start or close, or the query is invalid
 */
export function askApp<Answer>(file: string, ask: (app: ExplainableApp) => Promise<Answer>): Promise<Answer> {
  return withApp(file, ({ app }) => {
    if (!isExplainable(app))
      throw new UsageError(`The app of ${file} is not one of espalier, or of an earlier version.`)
    return ask(app)
  })
}
