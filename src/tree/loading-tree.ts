/**
 * Formats the output of `printPlugins`: replaces the names in avvio's tree of loaded plugins by those of the application.
 *
 * avvio gives every listener of `after` the same name. But it loads one thing after the other, in the order of the lines in its tree. So this file
 * records a name at each start, and the names belong to the lines in this order.
 */

/** Internal listeners that are left out. */
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
  /** Labels of plugins in the order in which they start. Labels are functions, because names are read only for the output. */
  readonly #plugins: (() => string)[] = []
  /** Labels of the listeners of `after`. `null` for the framework's own, which are not printed. */
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
