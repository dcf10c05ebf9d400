/** Lists the plugins of an app, in the order in which they started to load. */
import type { BootableApp } from './load-app.ts'

/** Parses a line of `app.printPlugins()`, such as `│ ├─┬ database 12 ms`. The label is the plugin's name. */
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
    // `printPlugins` throws if plugins are nested too deeply. The list is empty in that case.
    return []
  }
}

/** Returns the names of the plugins that have started to load, in order. */
export const bootedBy = (app: BootableApp): string[] => loadedBy(app).map(({ label }) => label)

/** Returns how deeply plugins are nested in each other. */
export const depthBy = (app: BootableApp): number => Math.max(0, ...loadedBy(app).map(({ depth }) => depth))

/**
 * Returns the names of the plugins that had loaded when one failed. The failed plugin and the plugins that contain it are left out: they had started,
 * but not loaded.
 *
 * @param stopped the name of the failed plugin; `undefined` if the boot failed outside of plugins
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
