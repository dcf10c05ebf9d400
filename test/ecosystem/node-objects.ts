/**
 * The Node objects that plugins use. Each test file of this folder and of test/consumers/plugin records the uses in its exchanges, and compares them
 * with a table in docs/performance.md. `NODE_OBJECTS=1 node --test .build/test/ecosystem/*.test.js` prints the table with the lines.
 */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const document = 'docs/performance.md'

/** The message of the channel, as the document describes it. */
interface StockCause {
  readonly message: 'request' | 'response'
  readonly cause: string
  readonly at: string | null
}

/** Returns the rows of the table by test file: the object and the package that uses it. */
export function readTable(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(document, 'utf8')
  const [, table = ''] = text.split('<!-- objects -->\n')
  const rows = new Map<string, string[]>()
  for (const line of table.split('\n\n')[0]?.split('\n').slice(2) ?? []) {
    const [name = '', ...cells] = line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .filter(Boolean)
    rows.set(name, [...(rows.get(name) ?? []), cells.join(' | ')])
  }
  return rows
}

/** Returns the files that the document lists without Node objects. */
export function readDetached(): readonly string[] {
  const [, list = ''] = readFileSync(document, 'utf8').split('<!-- no objects -->\n')
  return [...(list.split('\n\n')[0] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name as string)
}

const place = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](.+?)(?::\d+)?$/

/** The uses that plugins reported so far, and the lines that caused them. */
const found = new Map<string, Set<string>>()

function note(given: unknown): void {
  const { message, cause, at } = given as StockCause
  // Only a connection that is in the lane leaves it by that.
  if (cause === 'what only Node writes') return
  const [, name, line] = place.exec(at ?? '') ?? []
  if (name === undefined || line === undefined) return
  const key = `${message} | ${cause} | ${name.replace('\\', '/')}`
  found.set(key, (found.get(key) ?? new Set()).add(line))
}

interface Probe {
  get(path: string, handler: () => unknown): unknown
  listen(options: object): Promise<string>
  close(): Promise<unknown>
}

/** Whether something watches Node's servers or classes in this process, so that Node reads every request. */
async function isWatched(app: Probe): Promise<boolean> {
  let cause = ''
  const hear = (told: unknown) => {
    cause = (told as { cause: string }).cause
  }
  subscribe('espalier.lane.fallback', hear)
  app.get('/', () => 'plain')
  await (await fetch(await app.listen({ port: 0, host: '127.0.0.1' }))).text()
  await app.close()
  unsubscribe('espalier.lane.fallback', hear)
  return cause === 'watched' || cause === 'listened to'
}

const isWhole = !process.execArgv.some((given) => /stock-exchange|--test-(?:name|only|skip)/.test(given))

/** Compares the uses of this file with the table, after its tests. */
export function holdToTable(createApp: () => unknown): void {
  if (!isWhole || process.env.FRAMEWORK === 'fastify') return
  subscribe('espalier.exchange.stock', note)
  after(async () => {
    const name = basename(fileURLToPath(`file://${process.argv[1]}`)).replace(/\.test\.[jt]s$/, '')
    if (await isWatched(createApp() as Probe)) found.set('everything | its server is watched | the plugin', new Set())
    if (process.env.NODE_OBJECTS)
      for (const [cause, lines] of found) console.log(`| ${name} | ${cause} | ${[...lines].join(', ')} |`)
    assert.deepEqual([...found.keys()].sort(), [...(readTable().get(name) ?? [])].sort(), `the table of ${document}`)
  })
}
