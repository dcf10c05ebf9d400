/** Reads the files of the package: the template, and its version. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Source } from './run.ts'

/** @param root the folder of the package, as a URL */
export function readSource(root: URL): Source {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return { template: fileURLToPath(new URL('template', root)), version }
}
