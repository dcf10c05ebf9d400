// What TypeScript 7's language server needs for the completions that completion.mjs asks of 5.9, from the edit to the
// answer. It is another process, so this is time on the clock.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './compile.mjs'

const edits = 31
const places = 10

/**
 * The median of the milliseconds that an answer takes, by the name of each of `projects`, which take turns; `NaN` where an
 * answer does not name the body's property.
 */
export async function measureAnswers(projects) {
  const measured = []
  for (const project of projects) measured.push({ ...project, times: [], editor: await open(project) })
  for (let edit = 0; edit < edits; edit++) {
    for (const { route, times, editor } of measured) times.push(await editor.complete(`name${route - (edit % places)}`))
  }
  for (const { editor } of measured) editor.close()
  const median = (times) => (times.some(Number.isNaN) ? Number.NaN : times.sort((a, b) => a - b)[edits >> 1])
  return new Map(measured.map(({ name, times }) => [name, median(times)]))
}

async function open({ folder, file }) {
  const path = join(folder, file)
  const uri = String(pathToFileURL(path))
  const text = readFileSync(path, 'utf8')
  const server = connect(folder)
  await server.request('initialize', {
    processId: process.pid,
    rootUri: String(pathToFileURL(folder)),
    capabilities: { textDocument: { diagnostic: {} } }
  })
  server.notify('initialized', {})
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'typescript', version: 1, text } })
  await server.request('textDocument/diagnostic', { textDocument: { uri } })
  let version = 1
  const change = (start, end, replacement) =>
    server.notify('textDocument/didChange', {
      textDocument: { uri, version: ++version },
      contentChanges: [{ range: { start, end }, text: replacement }]
    })
  return {
    async complete(member) {
      const before = text.slice(0, text.indexOf(`body.${member}`) + 'body.'.length).split('\n')
      const position = { line: before.length - 1, character: before.at(-1).length }
      const end = { line: position.line, character: position.character + member.length }
      const started = performance.now()
      change(position, end, '')
      const answer = await server.request('textDocument/completion', {
        textDocument: { uri },
        position,
        context: { triggerKind: 2, triggerCharacter: '.' }
      })
      const milliseconds = performance.now() - started
      const items = answer?.items ?? answer ?? []
      change(position, position, member)
      return items.some(({ label }) => label === member) ? milliseconds : Number.NaN
    },
    close: server.close
  }
}

/** Starts TypeScript 7's language server in `folder`. Its own requests get an empty answer. */
export function connect(folder) {
  const child = spawn(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--lsp', '-stdio'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore']
  })
  const pending = new Map()
  let id = 0
  const write = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  readMessages(child.stdout, (message) => {
    if (message.method === undefined) {
      const { resolve, reject } = pending.get(message.id)
      pending.delete(message.id)
      if (message.error) reject(new Error(message.error.message))
      else resolve(message.result)
    } else if (message.id !== undefined) {
      write({ id: message.id, result: message.method === 'workspace/configuration' ? [] : null })
    }
  })
  return {
    notify: (method, params) => write({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        pending.set(++id, { resolve, reject })
        write({ id, method, params })
      }),
    close: () => child.kill()
  }
}

/** Hands on the messages in a stream, each of which comes behind a head with its length. */
function readMessages(stream, take) {
  let received = Buffer.alloc(0)
  stream.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/.exec(received.toString('latin1', 0, Math.max(head, 0)))?.[1])
      if (head < 0 || received.length < head + 4 + length) return
      const body = received.toString('utf8', head + 4, head + 4 + length)
      received = received.subarray(head + 4 + length)
      take(JSON.parse(body))
    }
  })
}
