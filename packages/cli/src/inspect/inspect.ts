import { basename } from 'node:path'
import { refuseSource, writeOutput } from '@espalier/command-kit'
import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { askApp } from '../explain/ask-app.ts'
import { withSourceNames } from '../explain/source-name.ts'
import { readRoutes } from '../routes/read-routes.ts'
import { pageOf } from './page.ts'
import { pageDataOf } from './page-data.ts'
import { servePage } from './serve-page.ts'

const takes = '<application> [--out <file>] [--serve] [--port <number>] [--diff <file>]'

export const inspect: Command = {
  takes,
  about: `Writes a page with the tree of an application: its contexts and routes, what runs for each route, and which routes each hook holds.

  espalier inspect app.ts --out app.html
  espalier inspect app.ts --diff routes.json
  espalier inspect app.ts --serve

The page is one file that needs no network. The application is a module whose default export, or export 'app', is an app or a function that returns
one. It is made ready and closed, and does not listen.`,
  flags: {
    out: { type: 'string', value: '<file>', does: "where the page is written; 'inspect.html' if it is not given" },
    serve: { type: 'boolean', does: 'serves the page to this machine, and prints its address; Ctrl-C ends it' },
    port: { type: 'string', value: '<number>', does: 'with --serve: where to listen; a free port if it is not given' },
    diff: {
      type: 'string',
      value: '<file>',
      does: "marks what differs from the output of 'espalier routes --json' of an earlier version"
    }
  },
  run
}

const wrong = (sentence: string) => misuse('inspect', takes, sentence)

async function run({ positionals, values: { out, diff, serve, port } }: ParsedArguments): Promise<Outcome> {
  const [application, ...others] = positionals
  if (application === undefined) throw wrong('Name the application.')
  if (others.length > 0) throw wrong(`One application is shown at a time, so '${others[0]}' is one too many.`)
  if (serve !== true && port !== undefined) throw wrong('--port goes with --serve.')
  if (serve === true && out !== undefined) throw wrong('Use --serve or --out, not both.')
  const wanted = portOf(port ?? '0')
  const file = typeof out === 'string' ? out : 'inspect.html'
  if (serve !== true) await refuseSource(file, application, 'the application')
  const before = typeof diff === 'string' ? await readRoutes(diff) : undefined
  const app = withSourceNames(await askApp(application, (one) => one.explain()))
  const page = await pageOf(pageDataOf(app, basename(application), before))
  const counts = `${countOf(app.routes.length, 'route')} in ${countOf(app.contexts.length, 'context')}`
  if (serve === true) return serveUntilSignal(page, wanted, counts)
  await writeOutput(file, page)
  return { code: 0, output: `Open ${file} in a browser: ${counts}.\n` }
}

function portOf(given: string | boolean): number {
  const port = Number(given)
  if (/^\d{1,5}$/.test(String(given)) && port < 65_536) return port
  throw wrong(`A port is a whole number from 0 to 65535, not '${given}'.`)
}

async function serveUntilSignal(page: string, port: number, counts: string): Promise<Outcome> {
  const served = await servePage(page, port)
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  process.stdout.write(`${served.address} shows ${counts}. Ctrl-C ends it.\n`)
  await ended
  await served.close()
  return { code: 0, output: '' }
}

const countOf = (count: number, of: string) => `${count} ${of}${count === 1 ? '' : 's'}`
