/** Lists the operations of an application in sorted order. The document then does not depend on the order of declaration. */
import { describedSchemaOf } from '../plan/described-schema.ts'
import { guardsOf } from '../plan/undeclared-response.ts'
import { endpointName } from '../tree/endpoint.ts'
import { descriptionOf, type HookDescription } from '../tree/hook-description.ts'
import { errorHandlersSeenBy } from '../tree/inherit.ts'
import type { Tree } from '../tree/node.ts'
import type { RouteDeclaration } from '../tree/route-declaration.ts'
import { type PathTemplate, parametersOf, templatesOf, writeTemplate } from './path.ts'

export interface Operation {
  readonly declaration: RouteDeclaration
  readonly method: string
  readonly template: PathTemplate
  readonly path: string
  readonly labels: readonly string[]
  readonly schema: Readonly<Record<string, unknown>>
  readonly operationId: string | undefined
  readonly endpointName: string | undefined
  readonly guards: readonly HookDescription[]
  /** Whether espalier itself sends error responses: no error handler applies, or all of them are documented. */
  readonly sendsFrameworkErrors: boolean
}

export interface Operations {
  readonly operations: readonly Operation[]
  readonly leftOut: readonly string[]
}

type Draft = Omit<Operation, 'path' | 'labels'>

export function operationsOf(tree: Tree): Operations {
  const drafts = [...tree.declarations()].flatMap(toDrafts)
  const sorted = drafts.map((draft) => [sortKeyOf(draft), draft] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  const labels = new Map<string, readonly string[]>()
  const taken = new Map<string, Draft>()
  const operations: Operation[] = []
  const leftOut: string[] = []
  for (const [, draft] of sorted) {
    const { method, template } = draft
    const anonymous = anonymousPath(template)
    const first = taken.get(`${method} ${anonymous}`)
    if (first !== undefined) {
      leftOut.push(`${nameOf(draft)} is left out: to OpenAPI it is ${nameOf(first)}.`)
      continue
    }
    taken.set(`${method} ${anonymous}`, draft)
    const own = labels.get(anonymous) ?? parametersOf(template).map(({ label }) => label)
    labels.set(anonymous, own)
    operations.push({ ...draft, labels: own, path: writeTemplate(template, own) })
  }
  return { operations, leftOut }
}

const anonymousPath = (template: PathTemplate) =>
  writeTemplate(
    template,
    parametersOf(template).map(() => '')
  )

const nameOf = ({ method, declaration: { url, constraints } }: Draft) =>
  `${method} ${url}${Object.keys(constraints).length > 0 ? ` with ${JSON.stringify(constraints)}` : ''}`

/** If OpenAPI cannot distinguish two routes, only the first is described. So the more general route must come first. */
function sortKeyOf({ method, template, declaration: { url, constraints } }: Draft): string {
  const patterns = parametersOf(template).map(({ pattern }) => pattern ?? '')
  return [anonymousPath(template), method, Object.entries(constraints).map(String).join(), patterns.join(), url].join(
    '\n'
  )
}

function toDrafts(declaration: RouteDeclaration): Draft[] {
  const { config, isSibling, methods, moment, node, options, url } = declaration
  // True for the path `/a/`, which espalier adds for a route `/` below the prefix `/a`.
  const isVariant = url !== config.url
  const schema = describedSchemaOf(declaration)
  if (isSibling || isVariant || schema.hide === true) return []
  const operationId = typeof schema.operationId === 'string' ? schema.operationId : undefined
  const name: unknown = (options as { [endpointName]?: unknown })[endpointName]
  const handlers = errorHandlersSeenBy(node, moment).map(({ handler }) => handler)
  const described = [options.errorHandler ?? [], handlers].flat().map(descriptionOf)
  const sendsFrameworkErrors = !described.includes(undefined)
  const own = {
    declaration,
    schema,
    operationId,
    endpointName: typeof name === 'string' ? name : undefined,
    guards: [...guardsOf(declaration), ...described.filter((one) => one !== undefined)],
    sendsFrameworkErrors
  }
  const shown = methods.filter((method) => method !== 'HEAD' || !methods.includes('GET'))
  return templatesOf(url).flatMap((template) => shown.map((method) => ({ ...own, method, template })))
}
