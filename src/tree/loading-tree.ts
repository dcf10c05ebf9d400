/**
 * Formats the output of `printPlugins`. In avvio's tree, all listeners of `after` have the same name, but the lines are in the order of loading. So
 * each name is recorded when its function starts, and replaces the name in the next line.
 */

const hiddenListeners = new WeakSet<object>()

export function hideFromTree<Listener extends object>(listener: Listener): Listener {
  hiddenListeners.add(listener)
  return listener
}

interface Line {
  readonly depth: number
  readonly label: string
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
  /** In the order of their starts. Labels are functions, because names are read only for the output. */
  readonly #plugins: (() => string)[] = []
  /** `null` for a listener of the framework, which is not printed. */
  readonly #listeners: (string | null)[] = []

  beginPlugin(label: () => string): void {
    this.#plugins.push(label)
  }

  beginListener(listener: { readonly name: string }): void {
    this.#listeners.push(hiddenListeners.has(listener) ? null : listener.name || 'after() or await')
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
