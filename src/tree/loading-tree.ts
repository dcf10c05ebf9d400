/**
 * Replaces the names in avvio's loading tree by those of the application, for `printPlugins`.
 *
 * The tree of avvio has times, but the same name for every listener of `after`. It loads one step after the other, so the names that are recorded at
 * each start are in the order of its lines.
 */

/** Internal functions that wait for the loading. */
const hidden = new WeakSet<object>()

/** Hides a listener of `after` from the output. */
export function hideFromTree<Listener extends object>(listener: Listener): Listener {
  hidden.add(listener)
  return listener
}

interface Line {
  readonly depth: number
  readonly label: string
  /** The time with its unit. */
  readonly time: string
}

const format = /^((?:[│ ] )*)([├└]─[─┬] )?(.*) (-?\d+ ms)$/

function readLine(text: string): Line {
  const [, indent = '', branch, label = text, time = ''] = format.exec(text) ?? []
  return { depth: indent.length / 2 + (branch === undefined ? 0 : 1), label, time }
}

/** Whether this is the last line of its parent. */
function isLast(lines: readonly Line[], at: number, depth: number): boolean {
  const next = lines.slice(at + 1).find((line) => line.depth <= depth)
  return next === undefined || next.depth < depth
}

function writeLine({ depth, label, time }: Line, at: number, lines: readonly Line[]): string {
  const above = Array.from({ length: Math.max(depth - 1, 0) }, (_, level) =>
    isLast(lines, at, level + 1) ? '  ' : '│ '
  )
  const hasChildren = (lines[at + 1]?.depth ?? 0) > depth
  const branch = depth === 0 ? '' : `${isLast(lines, at, depth) ? '└─' : '├─'}${hasChildren ? '┬ ' : '─ '}`
  return `${above.join('')}${branch}${label} ${time}\n`
}

export class LoadingTree {
  /** Labels of plugins in the order in which they start. They are formatted when they are read. */
  readonly #plugins: (() => string)[] = []
  /** Labels of listeners of `after`; `null` for hidden ones. */
  readonly #listeners: (string | null)[] = []

  beginPlugin(label: () => string): void {
    this.#plugins.push(label)
  }

  beginListener(listener: { readonly name: string }): void {
    this.#listeners.push(hidden.has(listener) ? null : listener.name || 'after() or await')
  }

  /** @param text the output of avvio */
  print(text: string): string {
    const plugins = this.#plugins.values()
    const listeners = this.#listeners.values()
    const [root, ...lines] = text.trimEnd().split('\n').map(readLine)
    const shown = lines.flatMap((line) => {
      const label = line.label === 'bound _after' ? listeners.next().value : plugins.next().value?.()
      return label === null ? [] : [{ ...line, label: label ?? line.label }]
    })
    return (root === undefined ? [] : [root, ...shown]).map(writeLine).join('')
  }
}
