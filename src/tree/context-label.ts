/** Names of contexts and source lines, as developers would search for them. */
import type { Place } from '../error/place.ts'
import type { ContextNode } from './node.ts'

/** In characters: the longest name in a log line or a message. */
const longest = 80

/** Formats a place as `auth.ts:12`. */
export function shortPlace(place: Place | undefined): string | undefined {
  if (place === undefined) return undefined
  const { file, line } = place
  return `${file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)}:${line}`
}

/** Shortens a name to 80 characters. */
export const shorten = (name: string) => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name)

/** A plugin without another name is named by its file. In a package, that is the path within `node_modules`. */
const withoutPackages = (name: string) => name.replace(/^.*[\\/]node_modules[\\/]/, '')

/** The name of a context: `app` for the root, else the name of its plugin, else `plugin at app.ts:12`. */
export function contextLabel({ parent, cursor, origin, pluginNames: [first = ''] }: ContextNode): string {
  if (parent === null) return 'app'
  if (cursor.plugin !== undefined) return shorten(withoutPackages(cursor.plugin))
  const at = shortPlace(origin?.place)
  return shorten(at === undefined ? first : `plugin at ${at}`)
}
