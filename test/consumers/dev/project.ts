import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { until } from '../../until.ts'

/** Tests replace `VERSION` to change the plugin. */
export const books = `
import { events, plugin, Type } from 'espalier'
import { log, opened } from './kept.ts'

let isClosed = false

async function* ticks(from: number) {
  for (let at = from; ; at++) {
    while (log.length <= at) await new Promise((resolve) => setTimeout(resolve, 2))
    yield { id: at, event: 'tick' as const, data: at }
  }
}

export const books = plugin({
  name: 'books',
  setup: (app) => {
    app.addHook('onClose', async () => { isClosed = true })
    app.get('/version', () => ({ version: 'VERSION', opened, setting: process.env.SETTING }))
    app.get('/slow', async () => {
      const { signal } = await import('./kept.ts')
      await new Promise((resolve) => signal.once('go', resolve))
      return { version: 'VERSION', isClosed }
    })
    app.get('/go', async () => (await import('./kept.ts')).signal.emit('go'))
    app.get('/ticks', { schema: { response: { 200: events({ tick: Type.Integer() }) } } }, ({ headers }) =>
      ticks(Number(headers['last-event-id'] ?? -1) + 1)
    )
  }
})
`

const files = {
  'package.json': '{ "type": "module" }',
  'kept.ts': `
import { EventEmitter } from 'node:events'

const holder = globalThis as { opened?: number }
holder.opened = (holder.opened ?? 0) + 1
export const opened = holder.opened
export const signal = new EventEmitter()
export const log: number[] = []
setInterval(() => log.push(log.length), 3).unref()
`,
  'books.ts': books,
  'app.ts': `
import websocket from '@fastify/websocket'
import { espalier } from 'espalier'
import { books } from './books.ts'

export default () => {
  const app = espalier()
  app.register(websocket)
  app.register(books)
  app.register(async (child) => {
    child.get('/socket', { websocket: true } as object, ((socket: { send(text: string): void }) => socket.send('hello')) as never)
  })
  return app
}
`
}

const command = resolve('packages/cli/dist/main.js')

export class Project {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'espalier-dev-')))
  #child: ChildProcess | undefined
  said = ''

  constructor(t: TestContext, { packages = ['vite'] }: { packages?: readonly string[] } = {}) {
    const modules = join(this.folder, 'node_modules')
    mkdirSync(modules)
    symlinkSync(resolve('.'), join(modules, 'espalier'), 'junction')
    symlinkSync(resolve('node_modules/@fastify'), join(modules, '@fastify'), 'junction')
    for (const name of packages)
      symlinkSync(
        resolve(name === 'vite' ? 'test/consumers/node_modules' : 'node_modules', name),
        join(modules, name),
        'junction'
      )
    for (const [name, text] of Object.entries(files)) this.save(name, text)
    t.after(() => {
      this.#child?.kill('SIGKILL')
      rmSync(this.folder, { recursive: true, force: true })
    })
  }

  save(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text)
  }

  saveBooks(version: string, change: (text: string) => string = (text) => text): void {
    this.save('books.ts', change(books.replaceAll('VERSION', version)))
  }

  /** @returns the origin, or '' if the command has ended */
  async start(...args: readonly string[]): Promise<string> {
    this.said = ''
    const env = { ...process.env, NODE_OPTIONS: '', SETTING: undefined, PORT: undefined }
    const child = spawn(process.execPath, [command, 'dev', 'app.ts', '--port', '0', ...args], { cwd: this.folder, env })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.said += text
      })
    await until(() => child.exitCode !== null || /^https?:\S+\d/m.test(this.said), 'the command serves', { every: 20 })
    return /^https?:\S+\d/m.exec(this.said)?.[0] ?? ''
  }

  /** Closes the pipes of the output, and waits for the end of the command. */
  async leave(): Promise<number | null> {
    const child = this.#child as ChildProcess
    const ended = once(child, 'exit')
    child.stdout?.destroy()
    child.stderr?.destroy()
    this.saveBooks('which is said to no reader')
    const [code] = await ended
    return code
  }

  async end(): Promise<number | null> {
    const child = this.#child as ChildProcess
    if (child.exitCode !== null) return child.exitCode
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    const [code] = await ended
    return code
  }
}
