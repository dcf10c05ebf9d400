// `npm run plugins -- [NAME…]`: the tests that plugins ship, with Fastify and with espalier in its place; the figures of docs/plugins.md.
// Without names, all plugins of that table. Packages come from the npm registry; they stay in `.cache/plugin-suites`. Build first.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { judge } from './plugin-suites/suite.mjs'
import { root } from './project.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, candidate: { type: 'string', default: root } }
})

/** The plugins of the table, by name: the version, and the two figures. */
function readTable() {
  const rows = readFileSync(join(root, 'docs/plugins.md'), 'utf8').matchAll(
    /^\| `([^`]+)` \| (\S+) \| (\d+) \| (\d+) \|/gm
  )
  return new Map([...rows].map(([, name, version, ...counts]) => [name, { version, counts: counts.map(Number) }]))
}

const table = readTable()
const unknown = positionals.filter((name) => !table.has(name))
if (unknown.length > 0) {
  console.error(`docs/plugins.md has no ${unknown.join(', ')}`)
  process.exit(2)
}
const results = []
for (const name of positionals.length > 0 ? positionals : table.keys()) {
  const { version, counts } = table.get(name)
  try {
    const result = judge(name, version, { candidate: values.candidate })
    results.push(result)
    const note = result.lost.length > counts[0] - counts[1] ? ' MORE LOST THAN DOCUMENTED' : ''
    console.log(
      `${name} ${version}: ${result.espalier} of ${result.fastify} (documented ${counts[1]} of ${counts[0]})${note}`
    )
    for (const one of result.lost) console.log(`  lost: ${one}`)
  } catch (error) {
    results.push({ name, version, error: String(error) })
    console.log(`${name} ${version}: ${error}`)
  }
  if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 1))
}
