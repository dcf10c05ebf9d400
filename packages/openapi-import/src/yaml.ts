/** Reads YAML by the package `yaml`, which is an optional peer dependency, because documents in JSON do not need it. */
import { pathToFileURL } from 'node:url'
import { ArgumentError, findPackage } from '@espalier/command-kit'

const packageName = 'yaml'

/** The members of the package that are used here. */
interface Yaml {
  parseDocument(
    text: string,
    options: { readonly prettyErrors: boolean; readonly merge: boolean; readonly logLevel: 'error' }
  ): {
    readonly errors: readonly { readonly message: string }[]
    readonly contents: unknown
    toJS(options: { readonly maxAliasCount: number }): unknown
  }
  isAlias(node: unknown): node is { readonly source: string }
  isCollection(node: unknown): node is { readonly items: readonly unknown[] }
  isPair(node: unknown): node is { readonly key: unknown; readonly value: unknown }
}

/** How many values a document may have if each alias is replaced by a copy of its target. */
const most = 1_000_000

/**
 * Parses YAML 1.2, which includes JSON. Merge keys (`<<`) of YAML 1.1 are also supported.
 *
 * @param file the document's name for messages
 * @throws UsageError when the text is invalid, when its aliases make it too large, and when the package is not installed
 */
export async function parseYaml(text: string, file: string): Promise<unknown> {
  const path = findPackage(packageName)
  if (path === undefined)
    throw new ArgumentError(
      `${file} is read with the package ${packageName}, which is not installed: npm install --save-dev ${packageName}. A document of JSON needs none.`
    )
  const yaml: Yaml = await import(pathToFileURL(path).href)
  try {
    const document = yaml.parseDocument(text, { prettyErrors: true, merge: true, logLevel: 'error' })
    const [error] = document.errors
    if (error !== undefined) throw new ArgumentError(`${file} is broken YAML: ${error.message.trim()}`)
    checkAliases(document.contents, file, yaml)
    // `-1` switches off the limit of the package `yaml`, because `checkAliases` has counted all aliases, even aliases of merge keys.
    return document.toJS({ maxAliasCount: -1 })
  } catch (error) {
    if (error instanceof ArgumentError) throw error
    // A RangeError means that too many levels have overflowed the stack of the recursive parser.
    const why = error instanceof RangeError ? 'it has too many levels' : (error as Error).message
    throw new ArgumentError(`${file} is broken YAML: ${why}.`, { cause: error })
  }
}

/** Counts the values of a document with a copy for every alias. Eight levels of lists with ten aliases each would be a hundred million values. */
function checkAliases(contents: unknown, file: string, { isAlias, isCollection, isPair }: Yaml): void {
  const anchors = new Map<string, unknown>()
  const sizes = new Map<unknown, number>()
  const open = new Set<unknown>()
  const sizeOf = (node: unknown): number => {
    if (isPair(node)) return sizeOf(node.key) + sizeOf(node.value)
    if (isAlias(node)) return sizeOfAlias(node.source)
    const { anchor } = Object(node)
    if (typeof anchor === 'string') anchors.set(anchor, node)
    if (!isCollection(node)) return 1
    open.add(node)
    const size = node.items.reduce((sum: number, item) => sum + sizeOf(item), 1)
    open.delete(node)
    sizes.set(node, size)
    if (size <= most) return size
    throw new ArgumentError(`${file} has more than ${most} values once its aliases are written out.`)
  }
  const sizeOfAlias = (name: string): number => {
    const target = anchors.get(name)
    if (open.has(target)) throw new ArgumentError(`${file} has an alias that leads back to itself: *${name}.`)
    return sizes.get(target) ?? 1
  }
  sizeOf(contents)
}
