/** The rows of docs/scaling.md. */
const number = (value) => value.toLocaleString('en')

export const head = [
  '| | requests | reads failed | logins | writes | failed | and written | doubled, lost | events, gaps or doubles | socket: closed, unheard of | promised | kept |',
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|---|'
].join('\n')

export function row({ title, promise }, result) {
  const { requests, failed, writes, failedWrites, failedAndWritten, doubled, lost, events, gaps, doubles, socket } =
    result
  const cells = [
    title,
    number(requests),
    number(failed.read + failed.own),
    number(failed.login),
    number(writes),
    number(failedWrites),
    number(failedAndWritten),
    `${doubled}, ${lost}`,
    `${number(events)}, ${gaps + doubles}`,
    `${socket.closes}, ${socket.unheard} of ${socket.said}`,
    promise,
    result.broken.length === 0 ? 'yes' : `**no**: ${result.broken.join('; ')}`
  ]
  return `| ${cells.join(' | ')} |`
}
