// The command line of `npm run bench`.
import { parseArgs } from 'node:util'
import { parts } from './plan.mjs'

export const usage = `npm run bench -- [options]

  --node 20,24,26    versions of Node; the missing ones are fetched. Default: the one that runs this
  --quick            a smoke run of under a minute; publishes nothing
  --check            exit with 1 when a row of the budget is missed or was not measured
  --only PART,...    ${parts.join(', ')}
  --scenario 1,4     of 1 to 9
  --rounds N         rounds of fresh processes for each scenario. Default: 5
  --requests N       requests of the memory run. Default: 1000000; with any of these four, nothing is published
  --report           measure nothing; write docs/benchmarks.md from the last results
`

/** @throws when an option is unknown or its value is not one of those that it takes. */
export function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      node: { type: 'string' },
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      only: { type: 'string' },
      scenario: { type: 'string' },
      rounds: { type: 'string' },
      requests: { type: 'string' }
    }
  })
  const { quick: isQuick, check: isChecked, report: isReport, help: isHelp } = values
  const only = values.only?.split(',')
  const stranger = only?.find((part) => !parts.includes(part))
  if (stranger !== undefined) throw new Error(`--only takes ${parts.join(', ')}, not ${stranger}`)
  return {
    ...{ isQuick, isChecked, isReport, isHelp, only },
    nodes: toNumbers('node', values.node) ?? [Number.parseInt(process.versions.node, 10)],
    scenario: toNumbers('scenario', values.scenario),
    rounds: toNumbers('rounds', values.rounds)?.[0],
    requests: toNumbers('requests', values.requests)?.[0]
  }
}

function toNumbers(name, text) {
  const numbers = text?.split(',').map(Number)
  if (numbers?.some((number) => !Number.isInteger(number) || number < 1)) {
    throw new Error(`--${name} takes whole numbers, not ${text}`)
  }
  return numbers
}
