import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'

/** The only line of the application that names its framework. */
export const importLine = "const fastify = require('espalier')"

const require = createRequire(import.meta.url)
const packageRoot = dirname(require.resolve('espalier/package.json'))

export const application = join(packageRoot, 'test/migration/application')

/** The app of either framework, used with callbacks. */
interface App {
  listen(options: object, listening: (error: Error | null, origin: string) => void): void
  close(closed: () => void): void
}
type Build = (options: { log: Writable; onClosed: () => void }) => App

export interface Library {
  origin: string
  lines: LogLine[]
  /** Also removes the copy. Resolves to whether the store of the application was closed. */
  close(): Promise<boolean>
}

export interface LogLine {
  level: number
  msg: string
  reqId?: string
  req?: { method: string; url: string }
  err?: { message: string }
}

/** @param framework the package from which the copy of the application imports */
export async function openLibrary(framework: 'espalier' | 'fastify'): Promise<Library> {
  const folder = await copyApplication(framework)
  const lines: LogLine[] = []
  let storeClosed = false
  const build: Build = require(join(folder, 'app.cjs'))
  const app = build({
    log: collecting(lines),
    onClosed: () => {
      storeClosed = true
    }
  })
  const origin = await new Promise<string>((resolve, reject) => {
    app.listen({ port: 0, host: '127.0.0.1' }, (error, address) => (error ? reject(error) : resolve(address)))
  })
  return {
    origin,
    lines,
    close: async () => {
      await new Promise<void>((closed) => app.close(closed))
      await rm(folder, { recursive: true })
      return storeClosed
    }
  }
}

async function copyApplication(framework: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'library-'))
  await cp(application, folder, { recursive: true })
  const app = await readFile(join(folder, 'app.cjs'), 'utf8')
  await writeFile(join(folder, 'app.cjs'), app.replace(importLine, importLine.replace('espalier', framework)))
  await mkdir(join(folder, 'node_modules'))
  await symlink(packageRoot, join(folder, 'node_modules/espalier'), 'dir')
  for (const dependency of ['fastify', 'fastify-plugin']) {
    await symlink(join(packageRoot, 'node_modules', dependency), join(folder, 'node_modules', dependency), 'dir')
  }
  return folder
}

function collecting(lines: LogLine[]): Writable {
  return new Writable({
    write(chunk, _encoding, written) {
      for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line))
      written()
    }
  })
}
