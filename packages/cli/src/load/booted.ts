/** The plugins of an app, in the order in which they started to load. */
import type { BootableApp } from './load-app.ts'

/** A line of `printPlugins` without its branch and its time. */
const line = /^(?<indent>(?:[│ ] )*)(?<branch>[├└]─[─┬] )?(?<label>.*?)(?: -?\d+ ms)?$/

interface Loaded {
  readonly label: string
  readonly depth: number
}

function loadedBy(app: BootableApp): Loaded[] {
  const { printPlugins } = app as { printPlugins?: unknown }
  if (typeof printPlugins !== 'function') return []
  try {
    const [, ...lines] = String(printPlugins.call(app)).trimEnd().split('\n')
    return lines.map((text) => {
      const { indent = '', label = text } = line.exec(text)?.groups ?? {}
      return { label, depth: indent.length / 2 }
    })
  } catch {
    // Printing throws for deeply nested plugins.
    return []
  }
}

/** Names of the plugins that started to load. */
export const bootedBy = (app: BootableApp): string[] => loadedBy(app).map(({ label }) => label)

/** The nesting depth of plugins. */
export const depthBy = (app: BootableApp): number => Math.max(0, ...loadedBy(app).map(({ depth }) => depth))

/**
 * Names of the plugins that had loaded when one failed the boot: all except it and those that were waiting for it.
 *
 * @param stopped the name of the failed one; `undefined` without one
 */
export function bootedBefore(app: BootableApp, stopped: string | undefined): string[] {
  const loaded = loadedBy(app)
  if (stopped === undefined) return loaded.map(({ label }) => label)
  const named = loaded.findLastIndex(({ label }) => label === stopped)
  let at = named < 0 ? loaded.length - 1 : named
  const waiting = new Set<number>()
  for (let depth = Number.POSITIVE_INFINITY; at >= 0; at--) {
    const row = loaded[at]
    if (row === undefined || row.depth >= depth) continue
    waiting.add(at)
    depth = row.depth
  }
  return loaded.filter((_, index) => !waiting.has(index)).map(({ label }) => label)
}
