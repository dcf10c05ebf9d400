/**
 * Rows about the plugins, hooks and other declarations that do not apply to a request. Declarations of the same kind and with the same reason share a
 * row.
 */
import type { Absence } from 'espalier'
import { placeOf, type Row } from './columns.ts'

const maxNamed = 3

const plurals: Readonly<Record<Absence['kind'], string>> = {
  ...{ plugin: 'plugins', hook: 'hooks', guard: 'guards', derive: 'derives', 'error handler': 'error handlers' },
  ...{ decorator: 'decorators', schema: 'schemas', parser: 'parsers' }
}

/** Adds the kind to a name. The label of an unnamed function already contains it: `guard at auth.ts:12`. */
export const titleOf = (kind: string, name: string): string =>
  name.startsWith(`${kind} at `) || name.startsWith(`the ${kind} `) ? name : `${kind} ${name}`

export function rowsOfAbsences(absent: readonly Absence[]): Row[] {
  const groups = new Map<string, Absence[]>()
  for (const one of absent) {
    const { kind, context, change, touches } = one
    // Each plugin gets its own row, because the advice contains the name of the plugin.
    const key = JSON.stringify([kind, context, change, touches, kind === 'plugin' ? one.name : ''])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((group) => (group.length > maxNamed ? [rowOfGroup(group)] : group.map(rowOf)))
}

const rowOf = ({ kind, name, context, place, change, touches }: Absence): Row => {
  return [titleOf(kind, name), context, placeOf(place), [change, touchedBy(touches)].filter(Boolean).join(' ')]
}

function rowOfGroup(group: readonly Absence[]): Row {
  const [first] = group
  if (first === undefined) return []
  const { kind, context, change, touches } = first
  // Decorators with a symbol as name are internal to plugins, so they come last.
  const named = group.map(({ name }) => name).sort((one, other) => Number(isSymbol(one)) - Number(isSymbol(other)))
  const title = `${plurals[kind]} ${named.slice(0, maxNamed).join(', ')} and ${group.length - maxNamed} more`
  return [
    title,
    context,
    '',
    [change.replace('Declare it', 'Declare them'), touchedBy(touches)].filter(Boolean).join(' ')
  ]
}

const isSymbol = (name: string): boolean => name.startsWith('Symbol(')

export function touchedBy(touches: readonly string[]): string {
  if (touches.length === 0) return ''
  const [first = ''] = touches
  return touches.length === 1
    ? `It would reach ${first} as well.`
    : `It would reach ${touches.length} other routes as well.`
}
