// The rows that a run gives, as a table of Markdown with a column for each contender.
import { inWords } from '../statistic.mjs'

const quote = (text) => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'").slice(0, 200)}\``
const inMegabytes = ({ bytes, count }) => `${(bytes / 1e6).toFixed(1)} MB, ${count}`
const compiles = (error) => (error === undefined ? 'compiles' : 'does not compile')
const leaks = ({ more }) =>
  more.body.includes('"secret"') ? 'sent' : more.status === 200 ? 'left out' : `${more.status}`

const rows = {
  'install, packages': ({ whole }) => inMegabytes(whole),
  'of it the framework': ({ alone }) => inMegabytes(alone),
  'to the first answer, CPU': ({ cpu }) => `${cpu.toFixed(0)} ms`,
  'to the first answer, clock': ({ clock }) => `${clock.toFixed(0)} ms`,
  'resident then': ({ resident }) => `${resident.toFixed(0)} MB`,
  'CPU of a request ÷ Fastify': ({ cost }) => inWords(cost),
  'a reply of the wrong type': ({ errors }) => compiles(errors.wrong),
  'a member that nothing provides': ({ missing }) => `${missing.stage}: ${quote(missing.text)}`,
  'a member that the reply schema lacks': leaks,
  'a name that is too long': ({ refusal }) => `${refusal.status} ${quote(refusal.body)}`,
  'a handler that throws': ({ failure }) => `${failure.status} ${quote(failure.body)}`
}

/** A table of Markdown: a line for each row, a column for each contender. */
export function toTable(found) {
  const head = ['', ...found.map(({ title, version }) => `${title} ${version}`)]
  const lines = Object.entries(rows).map(([name, toCell]) => [name, ...found.map(toCell)])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
