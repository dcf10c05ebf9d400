// What scripts use of the sources that no entry point exports, bundled from them at once; the package itself is that of `dist`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './project.mjs'

const outfile = join(root, '.build/scripts/source.mjs')
mkdirSync(join(root, '.build/scripts'), { recursive: true })
await build({
  stdin: {
    contents: `export { createMergePatch } from './packages/openapi-import/src/json-merge-patch.ts'
export { toNormalForm } from './packages/openapi-import/src/normal-form.ts'
export { readDocument } from './packages/openapi-import/src/read-document.ts'`,
    resolveDir: root
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  external: ['#*'],
  outfile
})
export const { createMergePatch, readDocument, toNormalForm } = await import(pathToFileURL(outfile).href)
