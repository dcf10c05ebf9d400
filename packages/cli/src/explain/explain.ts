import type { ExplainedRoute, Explanation } from 'espalier'
import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { askApp } from './ask-app.ts'
import { sentenceOfMissing, textOf, textOfName } from './explanation-text.ts'
import { readRequest } from './read-request.ts'
import { withSourceNames } from './source-name.ts'

const takes = "<application> '<method> <path>' [--why <name>] [--why-not <name>] [--header <field>] [--json]"

export const explain: Command = {
  takes,
  about: `Explains a request without running it: the route, its contexts, and all that can run for it in order, each with its file and line.
Declarations elsewhere follow, with the reason and the change that would bring each.

  espalier explain app.ts 'GET /v1/users/7'
  espalier explain app.ts 'POST /orders' --why requireUser

The application is a module whose default export, or export 'app', is an app or a function that returns one. It is made ready and closed, and does
not listen. A name is that of a plugin, a hook, a handler, a decorator or a schema. With --why the command ends with 1 where
the name does not concern the request, and with --why-not where it does. It ends with 1 where no route answers, and names the nearest.`,
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

async function run({
  positionals,
  values: { why, 'why-not': whyNot, header, json }
}: ParsedArguments): Promise<Outcome> {
  const [application, request, ...others] = positionals
  if (application === undefined) throw wrong('Name the application, and a request.')
  if (request === undefined) throw wrong("Name a request, such as 'GET /books/7'.")
  if (others.length > 0) throw wrong(`One request is explained at a time. Put it in quotes: '${request} ${others[0]}'.`)
  if (why !== undefined && whyNot !== undefined) throw wrong('Use --why or --why-not, not both.')
  const asked = readRequest(request, header, wrong)
  const isNamed = why !== undefined || whyNot !== undefined
  const answer = await askApp(application, async (app) => ({
    explained: await app.explain(asked),
    routes: isNamed ? (await app.explain()).routes : []
  }))
  const { explained, routes } = withSourceNames(answer)
  return withMissing(outcomeOf(explained, routes, { why, whyNot, json }), explained)
}

function outcomeOf(
  explained: Explanation,
  routes: readonly ExplainedRoute[],
  { why, whyNot, json }: Record<string, unknown>
): Outcome {
  if (typeof why === 'string') return textOfName(explained, why, 'why', routes)
  if (typeof whyNot === 'string') return textOfName(explained, whyNot, 'why not', routes)
  return { code: 0, output: json === true ? `${JSON.stringify(explained, null, 2)}\n` : textOf(explained) }
}

/** If no route matches, the path is probably misspelt. The explanation is still printed, because hooks of the 404 response may apply. */
function withMissing(outcome: Outcome, explained: Explanation): Outcome {
  const sentence = sentenceOfMissing(explained)
  if (sentence === undefined) return outcome
  return { ...outcome, code: 1, complaint: `${sentence}${outcome.complaint ?? ''}` }
}
