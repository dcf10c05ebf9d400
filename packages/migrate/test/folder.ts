import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'

export type Files = Readonly<Record<string, string | Uint8Array>>

/** The folder is outside of any repository. */
export function createFolder(t: TestContext, files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'espalier-migrate-')))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Returns the content of every file, except those of git. */
export function readFolder(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const own = files.filter((path) => !path.includes(`${join(folder, '.git')}`) || path.endsWith('.gitignore')).sort()
  return Object.fromEntries(
    own.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'latin1')])
  )
}
