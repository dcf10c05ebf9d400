import type { ExplainedRoute } from 'espalier'
import { linesOf, placeOf, type Row, section } from '../explain/columns.ts'
import { type RouteChange, type RouteDiff, titleOf } from './diff.ts'
import { guardsOf, type Unguarded } from './guards.ts'

export function textOfRoutes(routes: readonly ExplainedRoute[]): string {
  const head = ['method', 'path', 'context', 'guards', 'schemas', 'declared at']
  return `${linesOf([head, ...routes.map(rowOf)]).join('\n')}\n`
}

function rowOf(route: ExplainedRoute): Row {
  const { methods, context, steps, place } = route
  const schemas = steps.filter(({ kind }) => kind === 'validator' || kind === 'serializer').map(({ name }) => name)
  const path = titleOf(route).slice(methods.join().length + 1)
  return [methods.join(), path, context, guardsOf(route).join(', ') || '-', schemas.join(' ') || '-', placeOf(place)]
}

export function textOfUnguarded({ open, counted, allowed }: Unguarded): string {
  const hooks = Object.entries(counted).map(([name, count]) => [name, `${count} ${count === 1 ? 'route' : 'routes'}`])
  return [
    ...(open.length === 0
      ? ['Every other route is behind a guard.']
      : [section('behind no guard', open.map(rowOf)).trimStart()]),
    ...(hooks.length > 0 ? [section('hooks that count as guards', hooks)] : []),
    ...(allowed.length > 0 ? [section('allowed to be open', allowed.map(rowOf))] : []),
    ''
  ].join('\n')
}

export function textOfDiff({ added, removed, changes }: RouteDiff): string {
  if (added.length + removed.length + changes.length === 0) return 'No route differs.\n'
  const of = (title: string, rows: readonly Row[]) => (rows.length === 0 ? [] : [section(title, rows).trimStart(), ''])
  return [
    ...of('routes that are new', added.map(rowOf)),
    ...of('routes that are gone', removed.map(rowOf)),
    ...of('what runs for routes of both', changes.map(rowOfChange))
  ].join('\n')
}

const maxNamed = 5

function rowOfChange({ does, stage, kind, name, routes }: RouteChange): Row {
  const named = routes.slice(0, maxNamed).join(', ')
  const more = routes.length > maxNamed ? ` and ${routes.length - maxNamed} more` : ''
  const count = `${does} it ${does === 'removes' ? 'from' : does === 'adds' ? 'to' : 'in'}`
  const what = kind === stage || kind === 'hook' ? name : `${kind} ${name}`
  return [stage, what, `${count} ${routes.length} ${routes.length === 1 ? 'route' : 'routes'}: ${named}${more}`]
}
