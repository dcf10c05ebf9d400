// The package `@espalier/docs` has no code: its `dist` holds the pages of the repository, by the names that they have here.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const pages = ['README.md', 'SECURITY.md', 'LICENSE', 'llms.txt', 'docs']

/** Copies the pages below a folder, in place of those of an earlier build. */
export function copyPages(root, folder) {
  rmSync(join(root, folder), { recursive: true, force: true })
  for (const page of pages) cpSync(join(root, page), join(root, folder, page), { recursive: true })
}
