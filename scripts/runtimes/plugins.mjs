// Which plugins work where: a realistic use of each, by `listen` and as a function, and what it answers beside what it answers on Node by `listen`.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { root } from '../project.mjs'
import { sendTo, socketTo } from './client.mjs'
import { comparable, differences } from './difference.mjs'
import { askWorker } from './plugin-bundle.mjs'
import { lead } from './talk.mjs'

const patience = 30_000

/** The plugins that there are uses of. */
export const names = readdirSync(join(root, 'scripts/runtimes/plugin')).map((file) => file.replace('.mjs', ''))

const files = {
  'public/alphabet.txt': 'abcdefghijklmnopqrstuvwxyz',
  'public/hello.eta': '<p>Hello <%= it.name %></p>',
  'plugins/books/index.mjs':
    "export default async (app) => void app.get('/:id', async ({ params }) => ({ book: params.id }))\n"
}

function writeFiles() {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, '.build/runtimes/files', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, content)
  }
}

/** What proxies ask: it tells what it was asked. */
async function openUpstream() {
  const server = createServer(async (request, response) => {
    const { method, url } = request
    const body = await text(request)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ method, url, body }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.UPSTREAM = `http://127.0.0.1:${server.address().port}`
  return server
}

/** Uses a plugin in a process of its own; resolves to its answers as a function, and by `listen`. */
function useIn(command, name, talk) {
  const child = spawn(command[0], [...command.slice(1), name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const told = {}
  let written = ''
  child.stderr.on('data', (bytes) => (written += bytes))
  return new Promise((resolve) => {
    const end = (reason) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      const none = { failure: `${reason}: ${written.trim().slice(0, 600)}` }
      resolve({ call: told.call ?? [none], listen: told.listen ?? [none] })
    }
    const timer = setTimeout(end, patience, 'no answer')
    child.on('close', () => end('ended'))
    createInterface({ input: child.stdout }).on('line', async (line) => {
      const [, way, json] = /^@(call|listen) (.*)$/.exec(line) ?? []
      if (way === undefined) return
      const value = JSON.parse(json)
      if (way === 'call') told.call = value
      else {
        told.listen = typeof value === 'string' ? await lead(talk, sendTo(value), socketTo(value)) : value
        end()
      }
    })
  })
}

async function useInWorker(name) {
  const { answers, early, failed, output = '' } = await askWorker(name)
  if (answers === undefined) return [{ failure: `${failed}: ${output.trim().slice(0, 1500)}` }]
  return early === undefined ? answers : Object.assign(answers, { early })
}

function toComparable(answers, varies) {
  return answers.map((answer) => {
    const { headers, cookies = [], ...others } = comparable(answer)
    const hide = (value) => (varies && typeof value === 'string' ? value.replace(varies, '…') : value)
    const fields = Object.entries(headers).map(([name, value]) => {
      const line = hide(`${name}: ${value}`)
      return [name, line.slice(line.indexOf(': ') + 2)]
    })
    return {
      ...others,
      body: hide(others.body),
      cookies: cookies.map(hide).join(', '),
      headers: Object.fromEntries(fields)
    }
  })
}

/** The sentence with which the framework refuses, if this is what an answer does. */
function refusalIn({ body, failure }) {
  if (failure !== undefined) return failure
  const [, code] = /"code":"(ESP_\w+)"/.exec(body) ?? []
  return code && `${code}: ${JSON.parse(body).message}`
}

/** What differs, as lines; none where all is the same. */
function findDifferences(expected, actual) {
  const lines = actual.flatMap((answer, place) => {
    const parts = differences(expected[place] ?? {}, answer)
    const refusal = parts.length > 0 && refusalIn(answer)
    return refusal ? [refusal] : parts.map((part) => `${place + 1}. ${part}`)
  })
  if (actual.length < expected.length) lines.push(`${actual.length} of ${expected.length} answers`)
  return [...new Set(lines)]
}

/**
 * Uses plugins on every runtime, and calls `tell` with each plugin and what differs by each way.
 *
 * @param commands that run a module, by the name of the runtime
 */
export async function usePlugins(chosen, commands, tell) {
  writeFiles()
  const upstream = await openUpstream()
  for (const name of chosen) {
    const { talk, varies } = await import(`./plugin/${name}.mjs`)
    const found = {}
    let expected
    for (const [runtime, command] of Object.entries(commands)) {
      const answers = await useIn([...command, 'scripts/runtimes/ask-plugin.mjs'], name, talk)
      for (const way of ['listen', 'call']) {
        const seen = toComparable(answers[way], varies)
        expected ??= seen
        found[`${runtime} ${way}`] = findDifferences(expected, seen)
      }
      found.reference ??= expected
    }
    const answers = await useInWorker(name)
    found['workerd call'] = findDifferences(expected, toComparable(answers, varies))
    if (answers.early !== undefined) found['workerd call'].early = answers.early
    tell(name, found)
  }
  upstream.close()
}
