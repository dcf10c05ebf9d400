import type { Absence, ExplainedContext, ExplainedRoute, ExplainedStep, Explanation } from 'espalier'
import { suggestion } from '../arguments.ts'
import type { Outcome } from '../command.ts'
import { rowsOfAbsences, titleOf, touchedBy } from './absence-text.ts'
import { rowsOfLimits, textOfExchange } from './bounds-text.ts'
import { placeOf, type Row, section, visible } from './columns.ts'

export function textOf(explanation: Explanation): string {
  const { contexts, steps, limits, exchange, absent } = explanation
  const failing = steps.filter(({ stage }) => stage === 'onError' || stage === 'error handler')
  const others = steps.filter((step) => !failing.includes(step))
  return [
    headOf(explanation),
    section('contexts', contexts.map(rowOfContext)),
    section('runs', others.map(rowOfStep)),
    section('where something throws', failing.map(rowOfStep)),
    section('bounds', rowsOfLimits(limits)),
    textOfExchange(exchange),
    section('does not concern it', rowsOfAbsences(absent)),
    ''
  ].join('\n')
}

function headOf({ method, path, found, route, params }: Explanation): string {
  const given = Object.entries(params).map(([name, value]) => `${name} = ${value}`)
  const where = route === null ? `no route: ${reasons[found]}` : `${route.name}  ${placeOf(route.place)}`
  return [`${method} ${path}`, `  ${where}`.trimEnd(), ...given.map((line) => `  ${line}`)].map(visible).join('\n')
}

const reasons: Readonly<Record<Explanation['found'], string>> = {
  route: '',
  nothing: 'no path and method match, so the not-found handler does',
  'bad url': 'the path is not a valid URL',
  'long parameter': 'a parameter of the path is too long'
}

const maxMembers = 10

type Members = Pick<ExplainedContext, 'app' | 'request' | 'reply' | 'schemas'>

/** Returns the decorators and schemas. Decorators with a symbol as name are internal to plugins, so they are omitted. */
export const membersOf = ({ app, request, reply, schemas }: Members): string[] =>
  [
    ...app.map((name) => `app.${name}`),
    ...request.map((name) => `request.${name}`),
    ...reply.map((name) => `reply.${name}`),
    ...schemas.map((id) => `schema ${id}`)
  ].filter((name) => !/^\w+\.Symbol\(/.test(name))

function rowOfContext({ name, place, prefix, app, request, reply, schemas }: ExplainedContext): Row {
  const named = membersOf({ app, request, reply, schemas })
  const more = named.length > maxMembers ? ` and ${named.length - maxMembers} more` : ''
  return [name, prefix, placeOf(place), `${named.slice(0, maxMembers).join(', ')}${more}`]
}

export const rowOfStep = (step: ExplainedStep): Row => [
  step.stage,
  step.kind === 'hook' || step.kind === step.stage ? step.name : titleOf(step.kind, step.name),
  step.context,
  placeOf(step.place),
  noteOf(step)
]

function noteOf({ when, adds, answers }: ExplainedStep): string {
  const notes = [when ?? '']
  if (adds === 'not seen yet') notes.push('adds members that are not seen yet')
  else if (adds !== 'unknown' && adds.length > 0) notes.push(`adds ${adds.join(', ')}`)
  if (answers !== 'unknown') notes.push(`may answer ${answers.join(', ')}`)
  return notes.filter(Boolean).join('; ')
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)

export function sentenceOfMissing({ method, path, found, route, nearest }: Explanation): string | undefined {
  if (route !== null) return undefined
  const near = nearest.length === 0 ? '' : ` Nearest: ${listOf(nearest)}.`
  return `No route answers ${visible(`${method} ${path}`)}: ${reasons[found]}.${near}\n`
}

/** With `--why` the user expects that a declaration applies to the request, and with `--why-not` that it does not. */
export type Expectation = 'why' | 'why not'

/** Explains one declaration. The exit code is 1 if the user expected the opposite of what is true. */
export function textOfName(
  explanation: Explanation,
  name: string,
  expected: Expectation,
  routes: readonly ExplainedRoute[] = []
): Outcome {
  const { steps, absent } = explanation
  const concerning = textOfConcern(explanation, name)
  const missing = absent.filter((one) => one.name === name)
  if (concerning !== undefined) return { code: expected === 'why' ? 0 : 1, output: concerning }
  if (missing.length > 0) return { code: expected === 'why' ? 1 : 0, output: missing.map(sentencesOf).join('\n') }
  const others = routes.filter((route) => route.steps.some((step) => step.name === name))
  if (others.length > 0) return { code: expected === 'why' ? 1 : 0, output: sentenceOfOthers(name, others) }
  const names = [...steps, ...absent, ...routes.flatMap((route) => route.steps)].map((one) => one.name)
  return {
    code: 1,
    output: '',
    complaint: `The application declares nothing by the name '${name}'.${suggestion(name, names)}\n`
  }
}

/** The function does not run for this request, because only other routes have it as an option. */
function sentenceOfOthers(name: string, others: readonly ExplainedRoute[]): string {
  const titles = others.slice(0, maxRoutes).map((route) => route.name)
  const more = others.length > maxRoutes ? ` and ${others.length - maxRoutes} more` : ''
  return `'${visible(name)}' is an option of other routes: ${visible(titles.join(', '))}${more}. Add it to the options of this one.\n`
}

const maxRoutes = 5

function textOfConcern({ method, path, steps, contexts }: Explanation, name: string): string | undefined {
  const titled = (title: string, rows: Row[]) => `${section(`${method} ${path} ${title}`, rows).trimStart()}\n`
  const running = steps.filter((step) => step.name === name)
  if (running.length > 0) return titled('runs', running.map(rowOfStep))
  const declaring = contexts.filter(({ app, request, reply, schemas }) =>
    [app, request, reply, schemas].some((names) => names.includes(name))
  )
  if (declaring.length > 0) return titled(`sees '${name}' of`, declaring.map(rowOfContext))
  const around = contexts.filter((context) => context.name === name)
  return around.length > 0 ? titled('is in the context', around.map(rowOfContext)) : undefined
}

const sentencesOf = ({ why, change, touches }: Absence) =>
  `${[why, change, touchedBy(touches)].filter(Boolean).join(' ')}\n`
