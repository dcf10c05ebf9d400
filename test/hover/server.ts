// TypeScript 7's language server, on one program that may change.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Connection {
  notify(method: string, params: object): void
  request(method: string, params: object): Promise<unknown>
  close(): void
}

const { connect } = (await import(pathToFileURL(resolve('bench/types/language-server.mjs')).href)) as {
  connect(folder: string): Connection
}

/** A server; `offeredAt` lists the members that it offers in `text` at `position`. */
export interface Server {
  offeredAt(text: string, position: number): Promise<string[]>
  close(): void
}

/** Starts a server for a project of this name. */
export async function startServer(name: string): Promise<Server> {
  const folder = resolve('.build', name)
  mkdirSync(folder, { recursive: true })
  const compilerOptions = { rootDir: '../..', noEmit: true, skipLibCheck: true }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions }))
  const uri = String(pathToFileURL(join(folder, 'program.ts')))
  const connection = connect(folder)
  await connection.request('initialize', {
    processId: process.pid,
    rootUri: String(pathToFileURL(folder)),
    capabilities: {}
  })
  connection.notify('initialized', {})
  connection.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'typescript', version: 1, text: '' } })
  let version = 1
  return {
    async offeredAt(text, position) {
      const before = text.slice(0, position).split('\n')
      connection.notify('textDocument/didChange', {
        textDocument: { uri, version: ++version },
        contentChanges: [{ text }]
      })
      const answer = await connection.request('textDocument/completion', {
        textDocument: { uri },
        position: { line: before.length - 1, character: before.at(-1)?.length },
        context: { triggerKind: 2, triggerCharacter: '.' }
      })
      return labelsOf(answer)
    },
    close: () => connection.close()
  }
}

function labelsOf(answer: unknown): string[] {
  const { items = [] } = (answer ?? {}) as { items?: readonly { label: string }[] }
  return items.map(({ label }) => label.replace(/\?$/, ''))
}
