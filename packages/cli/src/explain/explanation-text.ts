/** An explanation as text for a terminal. */
import type { Absence, ExplainedContext, ExplainedStep, Explanation } from 'espalier'
import { suggestion } from '../arguments.ts'
import type { Outcome } from '../command.ts'
import { placeOf, type Row, section, visible } from './columns.ts'

/** Writes the whole explanation. */
export function textOf(explanation: Explanation): string {
  const { contexts, steps, absent } = explanation
  const failing = steps.filter(({ stage }) => stage === 'onError' || stage === 'error handler')
  const others = steps.filter((step) => !failing.includes(step))
  return [
    headOf(explanation),
    section('contexts', contexts.map(rowOfContext)),
    section('runs', others.map(rowOfStep)),
    section('where something throws', failing.map(rowOfStep)),
    section('does not concern it', absent.map(rowOfAbsence)),
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
  nothing: 'no path and method match, so a not-found handler answers',
  'bad url': 'the path is not a valid URL',
  'long parameter': 'a parameter of the path is too long'
}

function rowOfContext({ name, place, prefix, app, request, reply, schemas }: ExplainedContext): Row {
  const members = [
    ...app.map((member) => `app.${member}`),
    ...request.map((member) => `request.${member}`),
    ...reply.map((member) => `reply.${member}`),
    ...schemas.map((id) => `schema ${id}`)
  ]
  return [name, prefix, placeOf(place), members.join(', ')]
}

export const rowOfStep = (step: ExplainedStep): Row => [
  step.stage,
  step.kind === 'hook' || step.kind === step.stage ? step.name : `${step.kind} ${step.name}`,
  step.context,
  placeOf(step.place),
  noteOf(step)
]

/** The condition of a step, what it adds, and what it may answer. */
function noteOf({ when, adds, answers }: ExplainedStep): string {
  const notes = [when ?? '']
  if (adds !== 'unknown' && adds.length > 0) notes.push(`adds ${adds.join(', ')}`)
  if (answers !== 'unknown') notes.push(`may answer ${answers.join(', ')}`)
  return notes.filter(Boolean).join('; ')
}

function rowOfAbsence({ kind, name, context, place, change, touches }: Absence): Row {
  return [`${kind} ${name}`, context, placeOf(place), [change, touchedBy(touches)].filter(Boolean).join(' ')]
}

function touchedBy(touches: readonly string[]): string {
  if (touches.length === 0) return ''
  const [first = ''] = touches
  return touches.length === 1
    ? `It would reach ${first} as well.`
    : `It would reach ${touches.length} other routes as well.`
}

/** Whether the reader expects a name to concern the request, or not to. */
export type Expectation = 'why' | 'why not'

/** Says of one name whether it concerns the request, and why. The code is 1 where it is not as expected. */
export function textOfName(explanation: Explanation, name: string, expected: Expectation): Outcome {
  const { steps, absent } = explanation
  const concerning = textOfConcern(explanation, name)
  const missing = absent.filter((one) => one.name === name)
  if (concerning !== undefined) return { code: expected === 'why' ? 0 : 1, output: concerning }
  if (missing.length > 0) return { code: expected === 'why' ? 1 : 0, output: missing.map(sentencesOf).join('\n') }
  const names = [...steps, ...absent].map((one) => one.name)
  return {
    code: 1,
    output: '',
    complaint: `The application declares nothing by the name '${name}'.${suggestion(name, names)}\n`
  }
}

/** `undefined` where the name does not concern the request. */
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
