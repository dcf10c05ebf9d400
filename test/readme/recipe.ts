// The modules of a document as a test imports them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { readBlocks } from './document.ts'

interface Scope {
  after(run: () => void): void
}

/**
 * Writes the blocks of a document that have a file name, and returns what imports one of them. Each call has modules of its own.
 */
export function recipeOf(document: string, t: Scope) {
  // Below the project, so that the modules find their packages.
  mkdirSync('.build', { recursive: true })
  const folder = mkdtempSync(resolve('.build', 'recipe-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const { notes, code } of readBlocks(document)) {
    if (notes.file === undefined) continue
    const { code: text } = transformSync(code, { loader: 'ts', format: 'esm', target: 'es2022' })
    writeFileSync(
      join(folder, notes.file.replace(/\.ts$/, '.mjs')),
      text.replaceAll(/(from "\.\/[\w/]+)\.ts"/g, '$1.mjs"')
    )
  }
  return (file: string) => import(pathToFileURL(join(folder, file.replace(/\.ts$/, '.mjs'))).href)
}
