/** Refuses calls that need a feature that workers such as Cloudflare's lack. The error names an alternative. */
import { isWorker } from '../require.ts'
import { errors } from './error.ts'

/** @param instead the alternative, as a sentence */
export function refuseOnWorkers(what: string, instead: string): void {
  if (isWorker) throw new errors.ESP_ERR_NOT_ON_WORKERS(what, instead)
}

/** @throws ESP_ERR_NOT_ON_WORKERS on a worker, where schemas have to be compiled ahead of time */
export function refuseToCompile(): void {
  refuseOnWorkers(
    'compiler of schemas',
    "Run 'espalier compile --target fetch' and pass the module that it writes as the option 'compiled'."
  )
}
