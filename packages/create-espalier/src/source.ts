/** Finds the template in this package, and reads the version of the package. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Source } from './run.ts'

/** @param root the URL of the package's folder */
export function readSource(root: URL): Source {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return { template: fileURLToPath(new URL('template', root)), version }
}
