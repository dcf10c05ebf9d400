/** Formats an explanation for a terminal. */
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

/** The largest number of decorators and schemas in the row of a context. */
const mostMembers = 10

function rowOfContext({ name, place, prefix, app, request, reply, schemas }: ExplainedContext): Row {
  const members = [
    ...app.map((member) => `app.${member}`),
    ...request.map((member) => `request.${member}`),
    ...reply.map((member) => `reply.${member}`),
    ...schemas.map((id) => `schema ${id}`)
  ]
  // Members whose names are symbols are internal to plugins.
  const named = members.filter((member) => !member.includes('.Symbol('))
  const more = named.length > mostMembers ? ` and ${named.length - mostMembers} more` : ''
  return [name, prefix, placeOf(place), `${named.slice(0, mostMembers).join(', ')}${more}`]
}

export const rowOfStep = (step: ExplainedStep): Row => [
  step.stage,
  step.kind === 'hook' || step.kind === step.stage ? step.name : titleOf(step.kind, step.name),
  step.context,
  placeOf(step.place),
  noteOf(step)
]

/** Formats the condition of a step, the members that it adds to the request, and the statuses that it may send. */
function noteOf({ when, adds, answers }: ExplainedStep): string {
  const notes = [when ?? '']
  if (adds === 'not seen yet') notes.push('adds members that are not seen yet')
  else if (adds !== 'unknown' && adds.length > 0) notes.push(`adds ${adds.join(', ')}`)
  if (answers !== 'unknown') notes.push(`may answer ${answers.join(', ')}`)
  return notes.filter(Boolean).join('; ')
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)

/** Describes why no route matches, and names similar routes. `undefined` if a route matches. */
export function sentenceOfMissing({ method, path, found, route, nearest }: Explanation): string | undefined {
  if (route !== null) return undefined
  const near = nearest.length === 0 ? '' : ` Nearest: ${listOf(nearest)}.`
  return `No route answers ${visible(`${method} ${path}`)}: ${reasons[found]}.${near}\n`
}

/** The flag that the user has passed. `--why` says that a declaration should apply to the request, and `--why-not` that it should not. */
export type Expectation = 'why' | 'why not'

/** Describes whether a declaration applies to the request, and why. The exit code is 1 if the user expected the opposite. */
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

/** Returns the sentence for a function that does not run for this request, because only other routes have the function as an option. */
function sentenceOfOthers(name: string, others: readonly ExplainedRoute[]): string {
  const titles = others.slice(0, mostRoutes).map((route) => route.name)
  const more = others.length > mostRoutes ? ` and ${others.length - mostRoutes} more` : ''
  return `'${visible(name)}' is an option of other routes: ${visible(titles.join(', '))}${more}. Add it to the options of this one.\n`
}

const mostRoutes = 5

/** Describes where a declaration applies to the request. `undefined` if it does not apply. */
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
