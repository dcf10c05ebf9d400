// The help desk in a folder of its own, and `espalier dev` that serves it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../project.mjs'

/** Serves the help desk, and says how it is. */
const served = `
import { getHeapCodeStatistics } from 'node:v8'
import { createHelpDesk } from './helpdesk/app.ts'
import { helpDeskSettings } from './helpdesk/settings.ts'

export default () => {
  const app = createHelpDesk(helpDeskSettings.read())
  app.get('/dev/explain', () => app.explain())
  app.get('/dev/heap', () => {
    globalThis.gc()
    return { all: process.memoryUsage().heapUsed, code: getHeapCodeStatistics().code_and_metadata_size }
  })
  return app
}
`

/** Makes the folder. @returns its path */
export function makeProject() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dev-edits-')))
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  const link = (from, name) => symlinkSync(join(root, from), join(modules, name), 'junction')
  link('.', 'espalier')
  link('test/consumers/node_modules/vite', 'vite')
  const packages = ['@electric-sql', '@espalier', '@fastify', 'fastify-metrics', 'ioredis', 'pg', 'prom-client']
  for (const name of [...packages, 'swagger-ui-dist']) link(join('node_modules', name), name)
  for (const name of ['helpdesk', 'postgres', 'realworld', 'signing-secret.ts'])
    cpSync(join(root, 'examples', name), join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(folder, 'dev.ts'), served)
  return folder
}

export const removeProject = (folder) => rmSync(folder, { recursive: true, force: true })

/** Writes the files whose text is another one. */
export function write(folder, texts, before = {}) {
  for (const [name, text] of Object.entries(texts)) if (text !== before[name]) writeFileSync(join(folder, name), text)
}

/** `espalier dev` of a project. */
export class Command {
  #child
  said = ''
  /** How many saves were refused. */
  refusals = 0
  origin = ''

  /** @param data where the database is */
  static async start(folder, data) {
    const command = new Command()
    const env = {
      ...process.env,
      HELPDESK_DATA: join(folder, data),
      HELPDESK_SECRET: 'the secret of the edits',
      HELPDESK_LOGINS_PER_MINUTE: '100000',
      NODE_OPTIONS: ''
    }
    const args = ['--expose-gc', join(root, 'packages/cli/dist/main.js'), 'dev', 'dev.ts', '--port', '0']
    const child = spawn(process.execPath, args, { cwd: folder, env })
    command.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => command.#hear(text))
    while (command.origin === '') {
      if (child.exitCode !== null) throw new Error(`the command ended with ${child.exitCode}:\n${command.said}`)
      await sleep(20)
    }
    return command
  }

  #hear(text) {
    this.said = (this.said + text).slice(-20_000)
    this.refusals += text.split('goes on answering').length - 1
    this.origin ||= /^http:\S+\d/m.exec(this.said)?.[0] ?? ''
  }

  async end() {
    const ended = once(this.#child, 'close')
    this.#child.kill('SIGTERM')
    const [code] = await ended
    return code
  }
}
