/** `espalier inspect`: its arguments, and the page that it writes. */
import { basename } from 'node:path'
import { refuseSource, writeOutput } from '@espalier/command-kit'
import { misuse } from '../arguments.ts'
import type { Command, Given, Outcome } from '../command.ts'
import { askApp } from '../explain/ask-app.ts'
import { readRoutes } from '../routes/read-routes.ts'
import { pageOf } from './page.ts'
import { pageDataOf } from './page-data.ts'

const takes = '<application> [--out <file>] [--diff <file>]'

export const inspect: Command = {
  takes,
  about: `Writes a page with the tree of an application: its contexts and routes, what runs for each route, and which routes each hook holds.

  espalier inspect app.ts --out app.html
  espalier inspect app.ts --diff routes.json

The page is one file that needs no network. The application is a module whose default export, or export 'app', is an app or a function that returns
one. It is made ready and closed, and does not listen.`,
  flags: {
    out: { type: 'string', value: '<file>', does: "where the page is written; 'inspect.html' if it is not given" },
    diff: {
      type: 'string',
      value: '<file>',
      does: "marks what differs from the output of 'espalier routes --json' of an earlier version"
    }
  },
  run
}

const wrong = (sentence: string) => misuse('inspect', takes, sentence)

async function run({ positionals, values: { out, diff } }: Given): Promise<Outcome> {
  const [application, ...others] = positionals
  if (application === undefined) throw wrong('Name the application.')
  if (others.length > 0) throw wrong(`One application is shown at a time, so '${others[0]}' is one too many.`)
  const file = typeof out === 'string' ? out : 'inspect.html'
  await refuseSource(file, application, 'the application')
  const before = typeof diff === 'string' ? await readRoutes(diff) : undefined
  const app = await askApp(application, (one) => one.explain())
  const page = await pageOf(pageDataOf(app, basename(application), before))
  await writeOutput(file, page)
  return {
    code: 0,
    output: `Open ${file} in a browser: ${countOf(app.routes.length, 'route')} in ${countOf(app.contexts.length, 'context')}.\n`
  }
}

const countOf = (count: number, of: string) => `${count} ${of}${count === 1 ? '' : 's'}`
