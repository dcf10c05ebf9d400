/** Compares each row of the table of hooks with its types and documents. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { hooks } from '../../../src/tree/hook.ts'
import { membersOf, parametersOf, textsOf } from '../../architecture/member.ts'
import { readSources } from '../../architecture/source.ts'

interface Row {
  readonly kind: string
  readonly doneAt: number | null
  readonly may?: string
  readonly delays?: true
  readonly mayGuard?: true
}

const ofRequests = membersOf('types/hook.ts', 'RequestHooks')
const ofApps = membersOf('types/hook.ts', 'ApplicationHooks')
const ofRoutes = new Map([
  ...membersOf('types/route.ts', 'RouteHooks'),
  ...membersOf('types/route-options.ts', 'RouteOptions')
])
const guardStages = textsOf('types/hook.ts', 'GuardStage')
const lifecycle = readFileSync('docs/lifecycle.md', 'utf8')
const drawings = ['docs/lifecycle.md', 'docs/architecture.md']
const [, routeOptions = ''] = readFileSync('docs/api.md', 'utf8').split('## Options of a route')
const runners = readSources('src')
  .filter(({ path }) => path !== 'src/tree/hook.ts' && path !== 'src/plan/router-verbs.ts')
  .map(({ path }) => readFileSync(path, 'utf8'))

/** Returns the cells of the row for a hook in a document. */
const cellsOf = (name: string) =>
  lifecycle
    .split('\n')
    .find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${name}\``))
    ?.split('|')
    .map((cell) => cell.trim())

/** Whether a document's drawing of the request lifecycle contains a hook. */
const isDrawn = (path: string, name: string) =>
  readFileSync(path, 'utf8')
    .split('```')
    .some((block) => block.includes('→') && block.includes(name))

function lackingOfRequest(
  name: string,
  { may = '', mayGuard = false }: Omit<Row, 'mayGuard'> & { mayGuard?: boolean }
) {
  const [, , , , allowed = ''] = cellsOf(name) ?? []
  const isSaid = may === 'replace the payload' ? allowed.startsWith('return another') : allowed.startsWith(may)
  return [
    may === '' && `src/tree/hook.ts: the row of ${name} does not say what it may do`,
    !ofRoutes.has(name) && `types/route.ts: RouteHooks, or RouteOptions in types/route-options.ts, lacks ${name}`,
    guardStages.includes(name) !== mayGuard && `types/hook.ts: GuardStage must ${mayGuard ? '' : 'not '}have ${name}`,
    cellsOf(name) && !isSaid && `docs/lifecycle.md: the row of ${name} does not say that it may ${may}`,
    !routeOptions.includes(`\`${name}\``) && `docs/api.md: the options of a route lack ${name}`
  ]
}

/** Returns the places that contradict a row of the table. */
function lackingOf(table: Readonly<Record<string, Row>>): string[] {
  return Object.entries(table).flatMap(([name, row]) => {
    const isOfRequests = row.kind === 'request'
    const [declared, place] = isOfRequests ? [ofRequests, 'RequestHooks'] : [ofApps, 'ApplicationHooks']
    const doneAt = parametersOf(declared.get(name)).indexOf('done')
    const isRun = runners.some((text) => text.includes(`'${name}'`))
    const found = [
      !declared.has(name) && `types/hook.ts: ${place} lacks ${name}`,
      declared.has(name) && doneAt !== (row.doneAt ?? -1) && `types/hook.ts: ${name} takes 'done' at another place`,
      !isRun && `src/: nothing runs ${name}`,
      !cellsOf(name) && `docs/lifecycle.md: no table has a row for ${name}`,
      ...drawings.map((path) => row.delays && !isDrawn(path, name) && `${path}: the order of a request lacks ${name}`),
      ...(isOfRequests ? lackingOfRequest(name, row) : [])
    ]
    return found.filter((sentence) => sentence !== false && sentence !== undefined)
  })
}

test('the types and documents of each hook match its row', () => {
  assert.deepEqual(lackingOf(hooks), [])
})

test('every hook in the types has a row', () => {
  const declared = [...ofRequests.keys(), ...ofApps.keys(), ...guardStages]
  assert.deepEqual(
    declared.filter((name) => !Object.hasOwn(hooks, name)),
    []
  )
})

test('a new row lists every missing place', () => {
  const onExample = { kind: 'request', doneAt: 2, may: 'answer', delays: true, mayGuard: true } as const
  assert.deepEqual(lackingOf({ onExample }), [
    'types/hook.ts: RequestHooks lacks onExample',
    'src/: nothing runs onExample',
    'docs/lifecycle.md: no table has a row for onExample',
    'docs/lifecycle.md: the order of a request lacks onExample',
    'docs/architecture.md: the order of a request lacks onExample',
    'types/route.ts: RouteHooks, or RouteOptions in types/route-options.ts, lacks onExample',
    'types/hook.ts: GuardStage must have onExample',
    'docs/api.md: the options of a route lack onExample'
  ])
})

test('a row that contradicts the types and documents is reported', () => {
  assert.deepEqual(lackingOf({ onSend: { ...hooks.onSend, doneAt: 2, may: 'answer', mayGuard: true } }), [
    "types/hook.ts: onSend takes 'done' at another place",
    'types/hook.ts: GuardStage must have onSend',
    'docs/lifecycle.md: the row of onSend does not say that it may answer'
  ])
})
