// A test reporter that is silent about what passes: failures in full, then node:test's summary lines.
import { inspect } from 'node:util'

export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && isCause(data.details.error)) yield failure(data)
    else if (type === 'test:stdout' || type === 'test:stderr') yield data.message
    else if (type === 'test:diagnostic' && data.nesting === 0 && data.file === undefined) yield `# ${data.message}\n`
  }
}

/** A suite fails because a test in it did; only the test is news. */
function isCause(error) {
  return error.failureType !== 'subtestsFailed'
}

function failure({ name, file, line, details }) {
  const where = file ? ` (${file}${line ? `:${line}` : ''})` : ''
  return `\n✖ ${name}${where}\n${inspect(details.error.cause ?? details.error).replaceAll(/^/gm, '    ')}\n\n`
}
