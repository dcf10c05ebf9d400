// Declarations that users can reach: those of the entry points, and what these import. The others are for nobody, and the package goes without them.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const specifier = /(?:from|import\()\s*['"](\.[^'"]+)\.ts['"]/g

/** Removes those of the files of a package's `dist` that are declarations to which none of its entry points leads. */
export function dropUnreachable(root, folder, files) {
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const entries = Object.values(exports).flatMap(({ types }) => types ?? [])
  const reached = new Set()
  const visit = (path) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const [, target] of readFileSync(join(root, path), 'utf8').matchAll(specifier))
      visit(join(dirname(path), `${target}.d.ts`))
  }
  for (const entry of entries) visit(join(folder, entry))
  for (const path of files) if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(join(root, path))
}
