/** Parses YAML with the package `yaml`. It is an optional peer dependency, because documents in JSON do not need it. */
import { pathToFileURL } from 'node:url'
import { ArgumentError, findPackage } from '@espalier/command-kit'

const packageName = 'yaml'

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

const most = 1_000_000

/**
 * Parses YAML 1.2, which includes JSON, with the merge keys (`<<`) of YAML 1.1.
 *
 * @throws UsageError when the text is invalid, its aliases would make it too large, or the package is not installed
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
    // `-1` turns off the alias limit of the package, because `checkAliases` has already counted all aliases.
    return document.toJS({ maxAliasCount: -1 })
  } catch (error) {
    if (error instanceof ArgumentError) throw error
    // The parser is recursive, so too many levels overflow the stack.
    const why = error instanceof RangeError ? 'it has too many levels' : (error as Error).message
    throw new ArgumentError(`${file} is broken YAML: ${why}.`, { cause: error })
  }
}

/** Refuses aliases that would make the document too large. Eight levels of lists with ten aliases each would become a hundred million values. */
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
