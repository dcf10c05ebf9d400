// Apps of the documents' own programs: figures are drawn from what a reader sees above or below them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { read } from '../src/page/list.mjs'

/** Beside the site's packages, so that the programs find `espalier`. It is no part of them: the folder is made anew by an install. */
const folder = 'node_modules/.cache/figures'

/**
 * Writes the program of a document as a module that exports its app, which neither listens nor prints.
 *
 * @param {string} file the document
 * @param {string} part a text of the program
 * @returns the path of the module
 */
export function writeApp(file, part) {
  const programs = [...read(file).matchAll(/^```ts.*\n([\s\S]*?)^```$/gm)].map(([, code]) => code)
  const program = programs.find((code) => code.includes(part))
  if (program === undefined) throw new Error(`${file} has no program with '${part}'`)
  const [declared] = program.split(/^(?=await app\.listen|for \()/m)
  const path = `${folder}/${file}/app.mjs`
  mkdirSync(posix.dirname(path), { recursive: true })
  writeFileSync(path, `${declared}\nexport default app\n`)
  return path
}

export const importApp = async (path) => (await import(pathToFileURL(path).href)).default
