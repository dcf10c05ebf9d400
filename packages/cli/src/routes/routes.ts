import { UsageError } from '@espalier/command-kit'
import type { ExplainedRoute } from 'espalier'
import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { askApp } from '../explain/ask-app.ts'
import { withSourceNames } from '../explain/source-name.ts'
import { diffOf } from './diff.ts'
import { guardsOf, unguardedOf } from './guards.ts'
import { readRoutes, readText } from './read-routes.ts'
import { textOfDiff, textOfRoutes, textOfUnguarded } from './routes-text.ts'

const takes = '<application> [--path <path>] [--guard <name>] [--unguarded] [--diff <file>] [--json]'

export const routes: Command = {
  takes,
  about: `Lists the routes of an application: method, path, context, guards, schemas, file and line.

  espalier routes app.ts --path /v1/orders
  espalier routes app.ts --unguarded --allow 'GET /health; POST /login'
  espalier routes app.ts --json > routes.json
  espalier routes app.ts --diff routes.json

The application is a module whose default export, or export 'app', is an app or a function that returns one. It is made ready and closed, and does
not listen. With --unguarded the command ends with 1 where a route is behind no guard, no documented security and no bearerAuth, and is not allowed
to be open. With --diff it ends with 1 where the routes of a file differ from those of the application.`,
  flags: {
    path: { type: 'string', value: '<path>', does: 'only routes whose path begins so' },
    method: { type: 'string', value: '<method>', does: 'only routes of a method' },
    context: { type: 'string', value: '<name>', does: 'only routes in a context, or below it' },
    guard: { type: 'string', value: '<name>', does: 'only routes behind a guard, a hook or a security scheme' },
    unguarded: { type: 'boolean', does: 'only routes behind no guard' },
    'counts-as': {
      type: 'string',
      value: '<names>',
      does: 'with --unguarded: plain hooks that guard, separated by commas'
    },
    allow: {
      type: 'string',
      value: '<routes>',
      does: "with --unguarded: routes that may be open, separated by semicolons: 'GET /health; POST /login'"
    },
    'allow-from': {
      type: 'string',
      value: '<file>',
      does: "with --unguarded: a file of routes that may be open, one a line; '#' begins a comment"
    },
    diff: { type: 'string', value: '<file>', does: 'compares with the output of --json of an earlier version' },
    json: { type: 'boolean', does: 'prints JSON' }
  },
  run
}

const wrong = (sentence: string) => misuse('routes', takes, sentence)

async function run({ positionals, values }: ParsedArguments): Promise<Outcome> {
  const [application, ...others] = positionals
  if (application === undefined) throw wrong('Name the application.')
  if (others.length > 0) throw wrong(`One application is listed at a time, so '${others[0]}' is one too many.`)
  const stray = ['allow', 'allow-from', 'counts-as'].find((flag) => values[flag] !== undefined)
  if (values.unguarded !== true && stray !== undefined) throw wrong(`--${stray} goes with --unguarded.`)
  if (values.unguarded === true && values.diff !== undefined) throw wrong('Use --unguarded or --diff, not both.')
  const before = typeof values.diff === 'string' ? await readRoutes(values.diff) : undefined
  const { routes: all } = withSourceNames(await askApp(application, (app) => app.explain()))
  const asked = all.filter(isAskedBy(values))
  const old = before?.filter(isAskedBy(values))
  // A misspelt filter selects no routes. It is an error, because a check in CI would pass without checking anything.
  if (asked.length === 0 && all.length > 0 && !old?.length) throw new UsageError(sentenceOfNone(values))
  if (old !== undefined) return ofDiff(old, asked, values)
  if (values.unguarded === true) return ofUnguarded(asked, values)
  return { code: 0, output: values.json === true ? toJson({ routes: asked }) : textOfRoutes(asked) }
}

type Values = ParsedArguments['values']

function sentenceOfNone(values: Values): string {
  const filters = ['path', 'method', 'context', 'guard'].filter((name) => values[name] !== undefined)
  return `No route has ${filters.map((name) => `--${name} ${values[name]}`).join(' and ')}.`
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const isAskedBy =
  ({ path, method, context, guard }: Values) =>
  (route: ExplainedRoute): boolean => {
    const isOfMethod = typeof method !== 'string' || route.methods.includes(method.toUpperCase())
    const isBelow = typeof path !== 'string' || route.url.startsWith(path)
    const isInContext = typeof context !== 'string' || route.contexts.includes(context)
    const names = [...guardsOf(route), ...route.security, ...route.steps.map(({ name }) => name)]
    return isOfMethod && isBelow && isInContext && (typeof guard !== 'string' || names.includes(guard))
  }

async function ofUnguarded(asked: readonly ExplainedRoute[], values: Values): Promise<Outcome> {
  const from = values['allow-from']
  const lines = typeof from === 'string' ? (await readText(from)).replaceAll(/(^|\s)#.*$/gm, '') : ''
  const allowed = [...listOf(values.allow, ';'), ...listOf(lines, /\r?\n/)]
  const found = unguardedOf(asked, listOf(values['counts-as'], ','), allowed)
  const code = found.open.length > 0 ? 1 : 0
  return { code, output: values.json === true ? toJson(found) : textOfUnguarded(found) }
}

const listOf = (given: unknown, separator: string | RegExp): string[] =>
  typeof given === 'string'
    ? given
        .split(separator)
        .map((entry) => entry.trim().replaceAll(/\s+/g, ' '))
        .filter(Boolean)
    : []

function ofDiff(before: readonly ExplainedRoute[], after: readonly ExplainedRoute[], values: Values): Outcome {
  const diff = diffOf(before, after)
  const isSame = diff.added.length + diff.removed.length + diff.changes.length === 0
  return { code: isSame ? 0 : 1, output: values.json === true ? toJson(diff) : textOfDiff(diff) }
}
