import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Source } from './run.ts'

export function readSource(root: URL): Source {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return { template: fileURLToPath(new URL('template', root)), version }
}
