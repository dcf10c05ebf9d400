/**
 * Each declaration of a program must apply to a route or be listed as absent. The change that an absence names must make the declaration apply to the
 * listed routes, and to no others.
 */
import assert from 'node:assert/strict'
import type { Absence, Explanation } from '../../../types/explain.ts'
import { type Run, withApp } from './app.ts'
import { isOfProgram, type PluginStatement, type Statement } from './program.ts'
import { type Asked, requestsOf } from './request.ts'

export interface AbsenceFigures {
  trees: number
  absences: number
  changes: number
}

type Declared = Pick<Absence, 'kind' | 'name'>

const titleOf = ({ method, path }: Asked) => `${method} ${path.replace(/\/7\?x=1$/, '/:id')}`

const routesOf = (body: readonly Statement[]) =>
  requestsOf(body).filter(({ route, method }) => route !== null && method !== 'HEAD')

const kinds = ['hook', 'guard', 'derive', 'error handler', 'decorator', 'schema', 'parser'] as const
const isKind = (is: string): is is (typeof kinds)[number] => (kinds as readonly string[]).includes(is)

const declarationsOf = (body: readonly Statement[]): Declared[] =>
  body.flatMap((statement) => {
    if (statement.is === 'plugin') return declarationsOf(statement.body)
    if (!isKind(statement.is)) return []
    const name = statement.is === 'parser' ? `text/x-${statement.name}` : statement.name
    return [{ kind: statement.is, name }]
  })

interface Seen {
  readonly explained: Explanation
  readonly concerns: (one: Declared) => boolean
}

function concernsBy(context: Run['contexts'] extends Map<string, infer App> ? App : never, { steps }: Explanation) {
  return ({ kind, name }: Declared): boolean => {
    if (kind === 'decorator') return context.hasDecorator(name)
    if (kind === 'schema') return context.getSchema(name) !== undefined
    if (kind === 'parser') return context.hasContentTypeParser(name)
    return steps.some((step) => step.name === name && step.kind === kind)
  }
}

function seeAll(body: readonly Statement[]): Promise<Map<string, Seen>> {
  return withApp(body, async (app, run) => {
    const seen = new Map<string, Seen>()
    for (const asked of routesOf(body)) {
      const explained: Explanation = await app.explain(asked)
      const context = run.contexts.get(asked.route as string)
      assert.ok(context !== undefined)
      seen.set(titleOf(asked), { explained, concerns: concernsBy(context, explained) })
    }
    return seen
  })
}

const nameOfStatement = ({ kind, name }: Declared) => (kind === 'parser' ? name.slice('text/x-'.length) : name)

function withMoved(body: readonly Statement[], name: string, into: string): Statement[] {
  const found: Statement[] = []
  const without = (from: readonly Statement[]): Statement[] =>
    from.flatMap((statement): Statement[] => {
      if (statement.name === name) {
        found.push(statement)
        return []
      }
      return statement.is === 'plugin' ? [{ ...statement, body: without(statement.body) }] : [statement]
    })
  const rest = without(body)
  const place = (to: readonly Statement[]): Statement[] =>
    to.map((statement) => {
      if (statement.is !== 'plugin') return statement
      return { ...statement, body: [...(statement.name === into ? found : []), ...place(statement.body)] }
    })
  return [...(into === 'app' ? found : []), ...place(rest)]
}

const withShared = (body: readonly Statement[], name: string): Statement[] =>
  body.map((statement) => {
    if (statement.is !== 'plugin') return statement
    return { ...statement, shared: statement.shared || statement.name === name, body: withShared(statement.body, name) }
  })

const findPlugin = (body: readonly Statement[], name: string): PluginStatement | undefined =>
  body
    .flatMap((one) => (one.is === 'plugin' ? [one.name === name ? one : findPlugin(one.body, name)] : []))
    .find((one) => one !== undefined)

const hooksOf = ({ body }: PluginStatement): Declared[] =>
  body.flatMap((one): Declared[] => {
    if (one.is === 'plugin') return one.shared ? hooksOf(one) : []
    return one.is === 'hook' || one.is === 'guard' || one.is === 'derive' ? [{ kind: one.is, name: one.name }] : []
  })

function reachedBy(before: Map<string, Seen>, after: Map<string, Seen>, some: readonly Declared[]): string[] {
  return [...after].flatMap(([title, { concerns }]) => {
    const had = before.get(title)
    return had !== undefined && some.some((one) => concerns(one) && !had.concerns(one)) ? [title] : []
  })
}

async function checkChange(body: readonly Statement[], before: Map<string, Seen>, title: string, absence: Absence) {
  const { kind, name, into, context, touches } = absence
  const plugin = kind === 'plugin' ? findPlugin(body, name) : undefined
  const some = plugin === undefined ? [{ kind, name }] : hooksOf(plugin)
  if (some.length === 0) return false
  const changed = plugin ? withShared(body, name) : withMoved(body, nameOfStatement(absence), into ?? context)
  const after = await seeAll(changed)
  assert.deepEqual(
    reachedBy(before, after, some).toSorted(),
    [title, ...touches].toSorted(),
    `${title}: ${absence.change}`
  )
  return true
}

const isChangeable = ({ kind, name }: Absence) => isOfProgram(kind === 'parser' ? name.slice('text/x-'.length) : name)

/**
 * @param amount how many absences of a program are changed
 * @param pick which absences are changed
 */
export async function checkAbsences(
  body: readonly Statement[],
  pick: number,
  amount: number,
  figures: AbsenceFigures
): Promise<void> {
  const before = await seeAll(body)
  const all = declarationsOf(body)
  const changes: [title: string, absence: Absence][] = []
  for (const [title, { explained, concerns }] of before) {
    for (const one of all) {
      const isAbsent = explained.absent.some(({ kind, name }) => kind === one.kind && name === one.name)
      assert.equal(isAbsent, !concerns(one), `${one.kind} ${one.name} for ${title}`)
    }
    figures.absences += explained.absent.length
    changes.push(...explained.absent.filter(isChangeable).map((one): [string, Absence] => [title, one]))
  }
  for (let turn = 0; turn < Math.min(amount, changes.length); turn++) {
    const [title, absence] = changes[(pick + turn) % changes.length] as [string, Absence]
    if (await checkChange(body, before, title, absence)) figures.changes++
  }
  figures.trees++
}
