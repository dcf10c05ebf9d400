// The command line of `npm run bench`.
import { parseArgs } from 'node:util'
import { parts } from './plan.mjs'
import { scenarios } from './scenario.mjs'
import { services } from './service.mjs'

const numbers = scenarios.map(({ id }) => `${id}`)

export const usage = `npm run bench -- [options]

  --node 20,24,26    versions of Node; the missing ones are fetched. Default: the one that runs this
  --quick            a smoke run of under a minute; publishes nothing
  --check            exit with 1 when a row of the budget is missed or was not measured
  --only PART,...    ${parts.join(', ')}
  --scenario 1,T     ${numbers.join(', ')}
  --service four,... ${services.map(({ id }) => id).join(', ')}
  --rounds N         rounds of fresh processes for each scenario and service. Default: 5 and 3, with large bodies 5
  --requests N       requests of the memory run. Default: 1000000; with any of these five, nothing is published
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
      service: { type: 'string' },
      rounds: { type: 'string' },
      requests: { type: 'string' }
    }
  })
  const { quick: isQuick, check: isChecked, report: isReport, help: isHelp } = values
  return {
    ...{ isQuick, isChecked, isReport, isHelp },
    only: toNames('only', values.only, parts),
    service: toNames(
      'service',
      values.service,
      services.map(({ id }) => id)
    ),
    nodes: toNumbers('node', values.node) ?? [Number.parseInt(process.versions.node, 10)],
    scenario: toNames('scenario', values.scenario, numbers),
    rounds: toNumbers('rounds', values.rounds)?.[0],
    requests: toNumbers('requests', values.requests)?.[0]
  }
}

function toNames(name, text, known) {
  const names = text?.split(',')
  const stranger = names?.find((one) => !known.includes(one))
  if (stranger !== undefined) throw new Error(`--${name} takes ${known.join(', ')}, not ${stranger}`)
  return names
}

function toNumbers(name, text) {
  const numbers = text?.split(',').map(Number)
  if (numbers?.some((number) => !Number.isInteger(number) || number < 1)) {
    throw new Error(`--${name} takes whole numbers, not ${text}`)
  }
  return numbers
}
