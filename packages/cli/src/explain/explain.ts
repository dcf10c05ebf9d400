/** `espalier explain`: its arguments, and its output. */
import { misuse } from '../arguments.ts'
import type { Command, Given, Outcome } from '../command.ts'
import { askApp } from './ask-app.ts'
import { textOf, textOfName } from './explanation-text.ts'
import { readRequest } from './read-request.ts'

const takes = "<application> '<method> <path>' [--why <name>] [--why-not <name>] [--header <field>] [--json]"

export const explain: Command = {
  takes,
  about: `Explains a request without running it: the route, its contexts, all that can run for it in order, each with its file and line, and what the
application declares elsewhere, with the reason and the change that would bring it.

  espalier explain app.ts 'GET /v1/users/7'
  espalier explain app.ts 'POST /orders' --why requireUser

The application is a module whose default export, or export 'app', is an app or a function that returns one. It is made ready and closed, and does
not listen. A name is that of a plugin, a hook, a handler, a decorator or a schema. With --why the command ends with 1 where
the name does not concern the request, and with --why-not where it does.`,
  flags: {
    why: { type: 'string', value: '<name>', does: 'says of one name why it concerns the request, or why it does not' },
    'why-not': {
      type: 'string',
      value: '<name>',
      does: 'says why a name does not concern the request, and which change would bring it'
    },
    header: {
      type: 'string',
      value: '<field>',
      does: "fields that constraints read, separated by semicolons: 'host: a.example; accept-version: 2.x'"
    },
    json: { type: 'boolean', does: 'prints the explanation as JSON' }
  },
  run
}

const wrong = (sentence: string) => misuse('explain', takes, sentence)

async function run({ positionals, values: { why, 'why-not': whyNot, header, json } }: Given): Promise<Outcome> {
  const [application, request, ...others] = positionals
  if (application === undefined) throw wrong('Name the application, and a request.')
  if (request === undefined) throw wrong("Name a request, such as 'GET /books/7'.")
  if (others.length > 0) throw wrong(`One request is explained at a time. Put it in quotes: '${request} ${others[0]}'.`)
  const asked = readRequest(request, header, wrong)
  const explanation = await askApp(application, (app) => app.explain(asked))
  if (json === true) return { code: 0, output: `${JSON.stringify(explanation, null, 2)}\n` }
  if (typeof why === 'string') return textOfName(explanation, why, 'why')
  if (typeof whyNot === 'string') return textOfName(explanation, whyNot, 'why not')
  return { code: 0, output: textOf(explanation) }
}
