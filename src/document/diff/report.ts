/** What a comparison says. */
import type { Changed } from './compare.ts'
import type { Level } from './finding.ts'

export function toReport(changed: readonly Changed[]): string {
  const parts = [
    section('Breaks clients:', changed, 'break'),
    section('May break clients:', changed, 'warning'),
    summarize(changed)
  ]
  return parts.filter((part) => part !== '').join('\n')
}

/** The report for programs: a JSON array of `{ operation, breaking, text }`, those that break clients first. What may break them is not `breaking`. */
export function toJsonReport(changed: readonly Changed[]): string {
  const changes = changed.flatMap(({ operation, findings }) =>
    findings.map(({ level, text }) => ({ operation, breaking: level === 'break', text }))
  )
  changes.sort((a, b) => Number(b.breaking) - Number(a.breaking))
  return `${JSON.stringify(changes, null, 2)}\n`
}

export const countOf = (changed: readonly Changed[], level: Level): number =>
  changed.reduce((sum, { findings }) => sum + findings.filter((each) => each.level === level).length, 0)

function section(heading: string, changed: readonly Changed[], level: Level): string {
  const parts = changed.flatMap(({ operation, findings }) => {
    const lines = findings.filter((each) => each.level === level).map(({ text }) => `  ${text}\n`)
    return lines.length === 0 ? [] : [`${operation}\n${lines.join('')}`]
  })
  return parts.length === 0 ? '' : `${heading}\n\n${parts.join('\n')}`
}

function summarize(changed: readonly Changed[]): string {
  const breaking = countOf(changed, 'break')
  const doubtful = countOf(changed, 'warning')
  const may = doubtful === 0 ? '' : `, ${doubtful} may`
  if (breaking === 0) return doubtful === 0 ? 'Nothing breaks clients.\n' : `Nothing breaks clients${may}.\n`
  return `${breaking} change${breaking === 1 ? ' breaks' : 's break'} clients${may}.\n`
}
