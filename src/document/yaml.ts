/** The seam to `yaml`, an optional peer: a document of JSON needs none, and a package that serves does not carry it. */
import { pathToFileURL } from 'node:url'
import { findPackage } from '../base/optional-package.ts'
import { ArgumentError } from '../base/usage-error.ts'

const packageName = 'yaml'

/** What is used of the package. */
interface Yaml {
  parseDocument(
    text: string,
    options: { readonly prettyErrors: boolean }
  ): {
    readonly errors: readonly { readonly message: string }[]
    toJS(options: { readonly maxAliasCount: number }): unknown
  }
}

/**
 * Reads a text of YAML 1.2, of which JSON is a part.
 *
 * @param file names the text in messages
 * @throws UsageError when it is broken, with its line, and when the package is not installed, with what to type
 */
export async function parseYaml(text: string, file: string): Promise<unknown> {
  const path = findPackage(packageName)
  if (path === undefined)
    throw new ArgumentError(
      `${file} is read with the package ${packageName}, which is not installed: npm install --save-dev ${packageName}. A document of JSON needs none.`
    )
  const { parseDocument }: Yaml = await import(pathToFileURL(path).href)
  const document = parseDocument(text, { prettyErrors: true })
  const [error] = document.errors
  if (error !== undefined) throw new ArgumentError(`${file} is broken YAML: ${error.message.trim()}`)
  // Its author is who reads it: an alias may be used as often as he likes.
  return document.toJS({ maxAliasCount: -1 })
}
