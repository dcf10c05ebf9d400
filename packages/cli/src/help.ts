import { help, usageLine } from './arguments.ts'
import type { Command, Flag } from './command.ts'
import { commands } from './table.ts'

export function listCommands(): string {
  const rows = Object.entries(commands).map(([name, { does }]): Row => [name, does])
  return `Usage: espalier <command> [options]

${columns(rows)}
'espalier <command> --help' says more of each.
`
}

export function explain(name: string, { takes, about, flags }: Command): string {
  const rows = Object.entries({ ...flags, help }).map(([flag, row]): Row => [flagText(flag, row), row.does])
  return `${usageLine(name, takes)}

${about}

${columns(rows)}`
}

type Row = readonly [left: string, right: string]

function flagText(flag: string, { short, value }: Flag): string {
  return [short === undefined ? `--${flag}` : `-${short}, --${flag}`, value].filter(Boolean).join(' ')
}

function columns(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}
