// Writes the file and the name of each case that passes, its suites before it, one a line.
import { relative } from 'node:path'

export default async function* report(events) {
  const path = []
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      path.length = data.nesting
      path.push(data.name)
    }
    if (type !== 'test:pass' || data.details?.type === 'suite' || data.skip || data.todo) continue
    const name = [...path.slice(0, data.nesting), data.name].join(' > ')
    yield `${relative(process.cwd(), data.file ?? '')} ${name.replaceAll('\n', ' ')}\n`
  }
}
