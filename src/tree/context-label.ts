/** Names of contexts and source lines for log lines and messages, in a form that a developer can search for. */
import type { Place } from '../error/place.ts'
import type { ContextNode } from './node.ts'

const maxLength = 80

export function shortPlace(place: Place | undefined): string | undefined {
  if (place === undefined) return undefined
  const { file, line } = place
  return `${file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)}:${line}`
}

export const shorten = (name: string) => (name.length > maxLength ? `${name.slice(0, maxLength - 1)}…` : name)

/** A plugin without a name is named by the path of its file. The path of a file in a package is shortened to the path within `node_modules`. */
const withoutPackages = (name: string) => name.replace(/^.*[\\/]node_modules[\\/]/, '')

/** Returns the name of a context: `app` for the root, otherwise the name of its plugin, otherwise `plugin at app.ts:12`. */
export function contextLabel({ parent, cursor, origin, pluginNames: [first = ''] }: ContextNode): string {
  if (parent === null) return 'app'
  if (cursor.plugin !== undefined) return shorten(withoutPackages(cursor.plugin))
  const at = shortPlace(origin?.place)
  return shorten(at === undefined ? first : `plugin at ${at}`)
}
