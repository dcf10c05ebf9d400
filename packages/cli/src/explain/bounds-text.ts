import type { ExplainedExchange, ExplainedLimit } from 'espalier'
import { linesOf, placeOf, type Row, visible } from './columns.ts'

const origins: Readonly<Record<ExplainedLimit['from'], string>> = {
  ...{ route: 'of the route', parser: 'of the parser', app: 'of the app', server: 'of Node’s server' }
}

/** The cells of a row: the limit's name, its value, the option that sets it, and what happens beyond the limit. */
export function rowsOfLimits(limits: readonly ExplainedLimit[]): Row[] {
  return limits.map(({ name, value, unit, from, when, status }) => {
    const does = value === null ? '' : status === null ? 'ends the connection' : `answers ${status}`
    const note = when === null ? does : `${does} (${when})`
    return [name, value === null ? 'none' : boundOf(value, unit), origins[from], note.trim()]
  })
}

const boundOf = (value: number, unit: ExplainedLimit['unit']): string =>
  unit === 'milliseconds' ? `${value / 1000} s` : `${value.toLocaleString('en')} ${unit}`

const readers: Readonly<Record<ExplainedExchange['reader'], string>> = {
  lane: 'read on the fast path, without Node’s objects',
  node: 'read by Node’s server, as each request of the app',
  fetch: 'read by no server: requests come by fetch'
}

export const readingOf = ({ reader, obstacles }: ExplainedExchange): string =>
  [readers[reader], ...obstacles.map(({ why }) => why)].join('. ')

export function textOfExchange({ reader, obstacles, objects }: ExplainedExchange): string {
  const uses = objects.map(({ stage, name, place, asks, by, when }): Row => {
    const title = name.startsWith(`${stage} at `) ? name : `${stage} ${name}`
    return [
      title,
      placeOf(place),
      [`${by === 'text' ? 'may ask' : 'asks'} for ${asks}`, when ?? ''].filter(Boolean).join('; ')
    ]
  })
  const rows = [...obstacles.map(({ why }) => visible(why)), ...linesOf(uses)]
  return [`\n${readers[reader]}`, ...rows.map((row) => `  ${row}`)].join('\n')
}
