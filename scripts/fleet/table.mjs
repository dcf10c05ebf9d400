/** The rows of docs/scaling.md. */
const number = (value) => value.toLocaleString('en')

const columns = {
  '': ({ title }) => title,
  requests: (_, { requests }) => number(requests),
  refused: (_, { refused }) => refused,
  'reads, logins failed': (_, { failed }) => `${failed.read + failed.own}, ${failed.login}`,
  'with a key: writes, failed': (_, { keyed }) => `${number(keyed.writes)}, ${keyed.failed}`,
  'plain POSTs, failed': (_, { plain }) => `${number(plain.writes)}, ${plain.failed}`,
  'failed and written': (_, { plain }) => plain.failedAndWritten,
  'doubled, lost': (_, { keyed, plain }) => `${keyed.doubled + plain.doubled}, ${keyed.lost + plain.lost}`,
  'events, gaps or doubles': (_, { events, gaps, doubles }) => `${number(events)}, ${gaps + doubles}`,
  'socket: closed, unheard': (_, { socket }) => `${socket.closes}, ${socket.unheard} of ${socket.said}`,
  promised: ({ promise }) => promise,
  kept: (_, { broken }) => (broken.length === 0 ? 'yes' : `**no**: ${broken.join('; ')}`)
}

const names = Object.keys(columns)
export const head = `| ${names.join(' | ')} |\n|${names.map(() => '---').join('|')}|`

export const row = (experiment, result) =>
  `| ${Object.values(columns)
    .map((cell) => cell(experiment, result))
    .join(' | ')} |`
