import type { Changed, Failed, Left, Migration } from './migrate.ts'
import { quoteName } from './quoted-name.ts'

export function toReport(migration: Migration, isDry: boolean): string {
  const { changed, left, failed } = migration
  const parts = [
    isDry ? '' : listChanged(changed),
    listLeft('Left to you:', toDo(left)),
    listLeft(
      'These may stay:',
      left.filter(({ mayStay }) => mayStay)
    ),
    listFailed(failed),
    summarize(migration, isDry)
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function listChanged(changed: readonly Changed[]): string {
  return changed
    .map(({ path, imports, entry }) => `${quoteName(path)}: ${count(imports, 'import')} → ${entry}\n`)
    .join('')
}

const toDo = (left: readonly Left[]) => left.filter(({ mayStay }) => !mayStay)

function listLeft(heading: string, left: readonly Left[]): string {
  if (left.length === 0) return ''
  const places = new Map<string, string[]>()
  for (const { advice, path, line } of left)
    places.set(advice, [...(places.get(advice) ?? []), `  ${quoteName(path)}:${line}\n`])
  const parts = [...places].map(([advice, lines]) => `${advice}\n${lines.join('')}`)
  return `${heading}\n\n${parts.join('\n')}`
}

function listFailed(failed: readonly Failed[]): string {
  return failed.map(({ path, why }) => `${quoteName(path)} is as it was: ${why.replace(/\.$/, '')}.\n`).join('')
}

function summarize({ looked, changed, left, failed }: Migration, isDry: boolean): string {
  if (looked === 0) return 'No sources were found.\n'
  const todo = toDo(left).length
  const imports = changed.reduce((sum, each) => sum + each.imports, 0)
  const moved = `${count(imports, 'import')} in ${count(changed.length, 'file')} ${isDry ? 'would change' : 'changed'}`
  const rest = [
    todo > 0 && `${count(todo, 'place')} left to you`,
    failed.length > 0 && `${count(failed.length, 'file')} not read or written`
  ]
  const counts = [moved, ...rest.filter((each) => each !== false)].join(', ')
  return `${counts}, of ${count(looked, 'file')} that were looked at.${isDry ? ' Nothing was written.' : ''}\n${isDry || changed.length === 0 ? '' : next}`
}

const next = `Next: do what is left to you, compile, start the application and run its tests. What is different at run time stands in
https://github.com/espalier-js/espalier/blob/main/docs/coming-from-fastify.md; { compat: 'fastify' } brings most of it back for a start.
`

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
