/** Refuses features that workers lack, at the call that needs them, with an alternative. */
import { isWorker } from '../require.ts'
import { errors } from './error.ts'

/**
 * Does nothing elsewhere.
 *
 * @param what is not there, such as `app.listen()`
 * @param instead a sentence
 * @throws ESP_ERR_NOT_ON_WORKERS on a worker
 */
export function refuseOnWorkers(what: string, instead: string): void {
  if (isWorker) throw new errors.ESP_ERR_NOT_ON_WORKERS(what, instead)
}

/** @throws ESP_ERR_NOT_ON_WORKERS on a worker, where schemas can only be compiled ahead */
export function refuseToCompile(): void {
  refuseOnWorkers(
    'compiler of schemas',
    "Run 'espalier compile --target fetch' and pass the module that it writes as the option 'compiled'."
  )
}
