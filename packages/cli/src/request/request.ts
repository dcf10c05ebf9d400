import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { askApp } from '../explain/ask-app.ts'
import { section, visible } from '../explain/columns.ts'
import { rowOfStep } from '../explain/explanation-text.ts'
import { readRequest, type TypedRequest } from '../explain/read-request.ts'
import { withSourceNames } from '../explain/source-name.ts'
import { readText } from '../routes/read-routes.ts'
import { type Tried, tryRequest } from './try-request.ts'

const takes = "<application> '<method> <path>' [--body <text>] [--header <field>] [--trace] [--json]"

export const request: Command = {
  takes,
  about: `Sends a request to an application in this process, and prints the answer. With --trace it prints which functions of its explanation ran.

  espalier request app.ts 'GET /v1/users/7' --header 'authorization: Bearer abc'
  espalier request app.ts 'POST /orders' --body '{"book":7}' --trace

The application is a module whose default export, or export 'app', is an app or a function that returns one. It is made ready and closed, and does
not listen. The command ends with 1 where the status of the answer is 500 or more.`,
  flags: {
    body: { type: 'string', value: '<text>', does: 'the body, or @<file>; JSON unless --header has a content-type' },
    header: {
      type: 'string',
      value: '<field>',
      does: "fields, separated by semicolons: 'cookie: a=1; accept: text/html'"
    },
    trace: { type: 'boolean', does: 'prints what ran, in order, and what did not' },
    json: { type: 'boolean', does: 'prints JSON' }
  },
  run
}

const wrong = (sentence: string) => misuse('request', takes, sentence)

async function run({ positionals, values: { body, header, trace, json } }: ParsedArguments): Promise<Outcome> {
  const [application, text, ...others] = positionals
  if (application === undefined) throw wrong('Name the application, and a request.')
  if (text === undefined) throw wrong("Name a request, such as 'GET /books/7'.")
  if (others.length > 0) throw wrong(`One request is sent at a time. Put it in quotes: '${text} ${others[0]}'.`)
  const asked = readRequest(text, header, wrong)
  const payload = typeof body === 'string' ? await readBody(body) : undefined
  const tried = await tryRequest({ ...withType(asked, payload), payload }, (ask) => askApp(application, ask))
  const code = tried.status >= 500 ? 1 : 0
  const { missing = '', steps: unnamed, ...answer } = tried
  const steps = withSourceNames(unnamed)
  if (json === true)
    return { code, output: `${JSON.stringify(trace === true ? { ...answer, steps } : answer, null, 2)}\n` }
  const printed = textOf(tried)
  return { code, output: trace === true ? `${printed}${missing && `\n${missing}`}${traceOf(steps)}` : printed }
}

function withType(asked: TypedRequest, payload: string | undefined): TypedRequest {
  if (payload === undefined || asked.headers['content-type'] !== undefined) return asked
  return { ...asked, headers: { ...asked.headers, 'content-type': 'application/json' } }
}

async function readBody(given: string): Promise<string> {
  if (!given.startsWith('@')) return given
  return readText(given.slice(1))
}

function textOf({ status, headers, body }: Tried): string {
  const fields = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`))
  return `${[`${status}`, ...fields.map(visible), '', body].join('\n').trimEnd()}\n`
}

function traceOf(steps: Tried['steps']): string {
  const ran = steps.filter((step) => step.ran).map(rowOfStep)
  const others = steps.filter((step) => !step.ran).map(rowOfStep)
  return `${section('ran', ran)}\n${section('did not run', others)}\n`
}
