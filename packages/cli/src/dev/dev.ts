import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { toPrintable, UsageError } from '@espalier/command-kit'
import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { DevServer } from './dev-server.ts'
import { readEnvironment } from './environment.ts'
import { faultOf, textOf } from './fault.ts'
import { KeptResources } from './kept-resources.ts'
import { Loop } from './loop.ts'
import { Modules } from './modules.ts'
import { Page } from './page.ts'
import { recordServers } from './parsing-server.ts'
import { canSupervise, endRequested, startAgain, supervise } from './supervise.ts'
import { Types } from './types.ts'

const takes = '<application> [--page <folder>] [--types] [--port <number>] [--host <address>]'

export const dev: Command = {
  takes,
  about: `Serves an application from its sources. A save is evaluated, with the modules that import what it changed; the others are kept, with the connections
and pools that they hold. The app is made anew over them, and takes the listener when it is ready: connections stay, requests under way end in the
code in which they began, and a save that does not compile or start is shown, while the last app that did goes on answering.

  espalier dev src/app.ts
  espalier dev src/app.ts --page web --port 8080

The application is a module whose default export, or export 'app', is an app or a function that returns one. It does not listen itself: this command
does. With --page, Vite serves what no route of the application takes, from the folder of an index.html. Variables come from '.env' and '.env.local'
beside package.json, which are watched. It needs Vite 7 or later in the project.`,
  flags: {
    page: { type: 'string', value: '<folder>', does: 'the folder of a page, which Vite serves beside the application' },
    types: { type: 'boolean', does: 'prints the errors of the compiler behind each save, too' },
    port: {
      type: 'string',
      value: '<number>',
      does: 'where to listen; PORT of the environment, or 3000, if it is not given'
    },
    host: { type: 'string', value: '<address>', does: "the address; '127.0.0.1' if it is not given" }
  },
  run
}

const wrong = (sentence: string) => misuse('dev', takes, sentence)

interface Settings {
  readonly file: string
  readonly folder: string
  readonly page: string | undefined
  readonly hasTypes: boolean
  readonly port: number
  readonly host: string
  readonly environmentFiles: readonly string[]
}

async function run({ positionals, values }: ParsedArguments): Promise<Outcome> {
  const [application, ...others] = positionals
  if (application === undefined) throw wrong('Name the application.')
  if (others.length > 0) throw wrong(`One application is served at a time, so '${others[0]}' is one too many.`)
  const file = resolve(application)
  if (!existsSync(file)) throw new UsageError(`${application} does not exist.`)
  const page = typeof values.page === 'string' ? pageOf(values.page) : undefined
  // A child process inherits variables. A later save of `.env` could not change a variable that was inherited. So the child starts before `.env` is
  // read.
  if (canSupervise()) return { code: await supervise(), output: '' }
  const folder = projectOf(file)
  const environmentFiles = ['.env', '.env.local'].map((name) => join(folder, name))
  readEnvironment(environmentFiles)
  const settings = {
    ...{ file, folder, environmentFiles, page },
    hasTypes: values.types === true,
    port: portOf(values.port ?? process.env.PORT ?? '3000'),
    host: String(values.host ?? '127.0.0.1')
  }
  return { code: await serve(settings), output: '' }
}

const lockFiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock']

/** Runs until a signal arrives, or until packages are installed and a restart is needed. @returns the exit code */
async function serve(settings: Settings): Promise<number> {
  const { folder, file, environmentFiles, port, host } = settings
  process.env.NODE_ENV ??= 'development'
  // `espalier dev` emits each request as an event of a Node server. espalier's own HTTP parser would bypass this event, so it is turned off.
  process.env.ESPALIER_EXCHANGE = 'stock'
  recordServers()
  const say = (text: string): void => void process.stdout.write(toPrintable(`${text}\n`))
  const kept = new KeptResources(folder)
  kept.share()
  const server = new DevServer()
  await server.listen(port, host)
  const ending: (() => unknown)[] = [() => server.close(), showUncaught(folder, say)]
  try {
    const types = settings.hasTypes ? new Types(folder, say) : null
    ending.push(() => types?.close())
    const modules = await Modules.open(folder)
    ending.push(() => modules.close())
    modules.onChange(() => types?.look())
    const loop = new Loop(modules, server, {
      ...{ folder, file, environmentFiles, say },
      makersAmong: (files) => kept.makersAmong(files)
    })
    ending.push(() => loop.close())
    const started = loop.start()
    if (settings.page !== undefined) {
      const page = showPage(server, folder, settings.page, started, say)
      ending.push(async () => (await page)?.close())
    }
    const reinstalled = installed(modules, folder, say)
    await started
    say(`${server.origin}, anew at every save. Ctrl-C ends it.`)
    types?.look()
    return await Promise.race([endRequested().then(() => 0), reinstalled.then(() => startAgain)])
  } finally {
    for (const end of ending.reverse()) await end()
  }
}

/** Prints uncaught errors. They do not end the process, because the next save may fix the code. */
function showUncaught(folder: string, say: (text: string) => void): () => void {
  const show = (error: unknown) =>
    say(`Nothing catches this error, so it ends a process in production:\n${textOf(faultOf(error, folder))}`)
  process.on('uncaughtException', show)
  return () => process.off('uncaughtException', show)
}

/** Starts Vite, which serves the project's front end, once the app has started. @returns `undefined` if Vite cannot start */
async function showPage(
  server: DevServer,
  folder: string,
  root: string,
  started: Promise<void>,
  say: (text: string) => void
): Promise<Page | undefined> {
  const page = started.then(() => Page.open(folder, root))
  server.show(page)
  try {
    return await page
  } catch (error) {
    const { sentence, frame } = faultOf(error, folder)
    say(`The page of ${root} is not served: ${sentence}\n${frame}`)
    return undefined
  }
}

function portOf(given: string | boolean): number {
  const port = Number(given)
  if (given !== '' && Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw wrong(`A port is a whole number from 0 to 65535, not '${given}'.`)
}

function pageOf(given: string): string {
  if (!statSync(given, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${given} is no folder.`)
  if (!existsSync(join(given, 'index.html'))) throw new UsageError(`${given} has no index.html.`)
  return given
}

function projectOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) return dirname(file)
  }
}

function installed(modules: Modules, folder: string, say: (text: string) => void): Promise<void> {
  const files = lockFiles.map((name) => join(folder, name))
  modules.watch(files)
  return new Promise((resolve) => {
    modules.onChange((file) => {
      if (!files.includes(file)) return
      say(`${modules.nameOf(file)}: a process imports a package once, so this one starts anew.`)
      resolve()
    })
  })
}
