// Declarations that users can reach: those of the entry points, and what these import. The others are for nobody, and the package goes without them.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow, root } from './project.mjs'

const specifier = /(?:from|import\()\s*['"](\.[^'"]+)\.ts['"]/g

/** Removes from `dist` the declarations that no entry point of the package leads to. */
export function dropUnreachable() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.values(exports).flatMap(({ types }) => types ?? [])
  const reached = new Set()
  const visit = (path) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const [, target] of readFileSync(join(root, path), 'utf8').matchAll(specifier))
      visit(join(dirname(path), `${target}.d.ts`))
  }
  for (const entry of entries) visit(join(entry))
  for (const path of filesBelow('dist').filter((file) => file.endsWith('.d.ts')))
    if (!reached.has(path)) rmSync(join(root, path))
}
