// Test files that share a process. Starting Node and loading the sources takes more than most files take themselves.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/** Files of these folders leave a process as they found it; those that ask what a fresh one has loaded stand alone. */
const shares =
  /^test\/(base|client|contract|error|http|http-semantics|log|migration|openapi|parity|plan|plugin|provider|schema|security|specification|stage|tree)\//
const standsAlone = /lazy-loading\.test\.ts$/

/** How many share one: a failure that takes its process along takes no more with it. */
const most = 8

/** Returns what `node --test` is to run: files, and modules that import several of them. @param name of the folder for those modules */
export function batched(files, name) {
  const isShared = (file) => shares.test(file) && !standsAlone.test(file)
  const folder = `.build/batch/${name}`
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
  const shared = files.filter(isShared)
  const count = Math.ceil(shared.length / most)
  const batches = Array.from({ length: count }, (_, turn) => {
    const path = `${folder}/${turn}.js`
    // Neighbours are alike, long ones too: each batch takes of all.
    const own = shared.filter((_file, place) => place % count === turn)
    writeFileSync(join(root, path), own.map((file) => `import '../../../${compiled(file)}'\n`).join(''))
    return path
  })
  return [...batches, ...files.filter((file) => !isShared(file)).map(compiled)]
}

export const compiled = (file) => `.build/${file.replace(/\.ts$/, '.js')}`
