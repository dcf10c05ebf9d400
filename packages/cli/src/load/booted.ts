import type { BootableApp } from './load-app.ts'

/** Matches a line of `app.printPlugins()`, such as `│ ├─┬ database 12 ms`. */
const line = /^(?<indent>(?:[│ ] )*)(?<branch>[├└]─[─┬] )?(?<label>.*?)(?: -?\d+ ms)?$/

function loadedBy(app: BootableApp): { readonly label: string; readonly depth: number }[] {
  const { printPlugins } = app as { printPlugins?: unknown }
  if (typeof printPlugins !== 'function') return []
  try {
    const [, ...lines] = String(printPlugins.call(app)).trimEnd().split('\n')
    return lines.map((text) => {
      const { indent = '', label = text } = line.exec(text)?.groups ?? {}
      return { label, depth: indent.length / 2 }
    })
  } catch {
    // `printPlugins` throws a RangeError if plugins are nested too deeply.
    return []
  }
}

export const bootedBy = (app: BootableApp): string[] => loadedBy(app).map(({ label }) => label)

export const depthBy = (app: BootableApp): number => Math.max(0, ...loadedBy(app).map(({ depth }) => depth))

/**
 * Returns the plugins that had loaded before a plugin failed. Plugins that contain the failed plugin are omitted, because they had only started.
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
