import { ArgumentError, nearestName } from '@espalier/command-kit'

interface Row {
  readonly does: string
  readonly needs?: readonly string[]
}

export const features: Readonly<Record<string, Row>> = {
  database: { does: 'PostgreSQL inside the process, or a server by DATABASE_URL, with migrations' },
  login: { does: 'accounts, and sessions in a cookie; brings database', needs: ['database'] },
  client: { does: 'a page that calls the operations with their types, built by Vite' },
  events: { does: 'new notes as server-sent events, of which a reader misses none' },
  docker: { does: 'a Dockerfile of two stages, whose process is not root' }
}

/**
 * Reads a list such as `login,docker`. The features that a named feature requires are included. `all` selects every feature.
 *
 * @throws ArgumentError for an unknown name
 */
export function readFeatures(list: string): ReadonlySet<string> {
  const chosen = new Set<string>()
  for (const name of list.split(',').map((each) => each.trim())) {
    if (name === 'all') return new Set(Object.keys(features))
    add(name, chosen)
  }
  return chosen
}

function add(name: string, chosen: Set<string>): void {
  const row = Object.hasOwn(features, name) ? features[name] : undefined
  if (row === undefined) throw new ArgumentError(unknownFeature(name))
  chosen.add(name)
  for (const needed of row.needs ?? []) add(needed, chosen)
}

function unknownFeature(name: string): string {
  const names = [...Object.keys(features), 'all']
  const nearest = nearestName(name, names, 2)
  return `--with knows no '${name}'.${nearest === undefined ? '' : ` Did you mean '${nearest}'?`} It knows ${names.join(', ')}.`
}
