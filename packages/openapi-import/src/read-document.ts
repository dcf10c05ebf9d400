import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { ArgumentError, isPlainObject, messageOf } from '@espalier/command-kit'
import { checkExpansion } from './expansion.ts'
import { type JsonObject, textIn } from './json.ts'
import { checkPlain } from './plain-json.ts'
import { checkReferences } from './reference.ts'
import { upgradeDocument } from './upgrade.ts'
import { parseYaml } from './yaml.ts'

/**
 * Reads an OpenAPI document of version 3.0, 3.1 or 3.2 in JSON or YAML. A document of version 3.0 is converted to 3.1.
 *
 * @throws UsageError when the file cannot be read, is not such a document, or has a reference without a target or in a circle
 */
export async function readDocument(file: string): Promise<JsonObject> {
  const document = await parse(await read(file), file)
  if (!isPlainObject(document)) throw new ArgumentError(`${file} is no document of OpenAPI: it is no object.`)
  const version = checkVersion(document, file)
  for (const member of ['paths', 'webhooks', 'components'])
    if (document[member] !== undefined && !isPlainObject(document[member]))
      throw new ArgumentError(`${file} is no document of OpenAPI: its '${member}' must be an object.`)
  checkPlain(document, file)
  checkReferences(document, file)
  checkExpansion(document, file)
  return version === '3.0' ? upgradeDocument(document) : document
}

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8: save it in that encoding first'
}

async function read(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = Object.hasOwn(faults, code) ? faults[code] : `cannot be read: ${messageOf(error)}`
    throw new ArgumentError(`${file} ${why}.`, { cause: error })
  }
}

async function parse(text: string, file: string): Promise<unknown> {
  if (extname(file) !== '.json' && !/^\s*\{/.test(text)) return parseYaml(text, file)
  try {
    return JSON.parse(text)
  } catch (error) {
    if (extname(file) !== '.json') return parseYaml(text, file)
    throw new ArgumentError(`${file} is broken JSON: ${error instanceof Error ? error.message : error}`, {
      cause: error
    })
  }
}

function checkVersion(document: JsonObject, file: string): string {
  if (document.swagger !== undefined)
    throw new ArgumentError(
      `${file} is Swagger ${String(document.swagger)}. Bring it up to OpenAPI 3 first: npx swagger2openapi ${file} -o openapi.json`
    )
  const [, version] = /^(3\.[0-2])(?:\.|$)/.exec(textIn(document.openapi) ?? String(document.openapi)) ?? []
  if (version !== undefined) return version
  const has =
    document.openapi === undefined ? "it has no 'openapi: 3.1.0'" : `its version is '${String(document.openapi)}'`
  throw new ArgumentError(`${file} is no document of OpenAPI 3.0, 3.1 or 3.2: ${has}.`)
}
