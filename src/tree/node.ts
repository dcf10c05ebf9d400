/** One context of the tree, as plain data. `inherit.ts` computes which declarations apply in a context. */
import type { LogSerializers } from '../../types/logger.ts'
import type { AppObject } from './app-object.ts'
import type { ParserSet } from './content-type-parser.ts'
import type { LateHook } from './declaration-hook.ts'
import type { CoreMembers, Decorators } from './decorator.ts'
import type { HookDeclaration } from './hook.ts'
import type { Methods } from './method.ts'
import type { Moment, UnsettledMoments } from './moment.ts'
import type { NotFoundDeclaration } from './not-found.ts'
import type { Origin, Origins } from './origin.ts'
import type { DeclarationCursor, Position } from './position.ts'
import type { PrefixParams } from './prefix-params.ts'
import type { DeclaredRoute } from './replay-on-route.ts'
import type { RouteDeclaration } from './route-declaration.ts'
import type { RouteDefaults } from './route-defaults.ts'
import type { CreateBucket, SchemaBucket } from './schema-bucket.ts'
import type { SettingHistory, Settings } from './setting.ts'

export interface ContextNode {
  readonly tree: Tree
  readonly parent: ContextNode | null
  readonly children: ContextNode[]
  readonly position: Position
  /** The registration of this context; `null` for the root. */
  readonly origin: Origin | null
  /** Numbers the declarations of this context (`position.ts`), so that an `onRoute` hook sees only routes with higher numbers. */
  cursor: DeclarationCursor
  /** The object that plugins get. Its prototype is the app of the parent. */
  readonly app: AppObject
  readonly prefix: string
  params: PrefixParams
  readonly logLevel: string
  readonly logSerializers: LogSerializers | null
  /** The names of the plugins from the root to this context. A shared plugin adds its name to the context that registers it. */
  readonly pluginNames: string[]
  readonly registeredPlugins: string[]
  readonly origins: Origins
  readonly hooks: HookDeclaration[]
  readonly routeDefaults: RouteDefaults[]
  requestDecorators: Decorators
  replyDecorators: Decorators
  schemas: SchemaBucket
  readonly settings: SettingHistory
  /** The value of `Tree.sequence` when this context was made. */
  readonly createdAt: number
  /** Default compilers that were built for this context only, because they contain its schemas. */
  readonly built: Pick<Settings, 'validatorCompiler' | 'serializerCompiler'>
  parsers: ParserSet
  /** True for the root and for every context with its own prefix. Each of these contexts has its own not-found handler. */
  readonly hasNotFoundScope: boolean
  notFound: NotFoundDeclaration | null
}

export interface Tree {
  readonly root: ContextNode
  /** `open` while plugins load, `sealed` once routes are compiled, `closed` once the app is ready. Late declarations throw. */
  phase: 'open' | 'sealed' | 'closed'
  /** The number of the latest hook or setting. It orders hooks and settings of different contexts. */
  sequence: number
  /** The option `lateSettings` of the app: whether a setting also applies to the routes declared before it. */
  readonly lateSettings: boolean
  /** The latest group of routes and not-found handlers, to which later settings still apply (`moment.ts`). */
  unsettled: UnsettledMoments | null
  /** The default 404 of an app without a not-found handler uses the settings that were made until this moment. */
  notFoundMoment: Moment
  /** The routes so far, for hooks that are declared later. Cleared once routes are compiled. */
  readonly routes: DeclaredRoute[]
  readonly lateHooks: LateHook[]
  readonly core: CoreMembers
  readonly methods: Methods
  readonly createBucket: CreateBucket
  onRoute: (route: RouteDeclaration) => void
  declarations: () => ReadonlySet<RouteDeclaration>
}

const nodeKey = Symbol('espalier.node')

export function attachNode(app: AppObject, node: ContextNode): void {
  Object.defineProperty(app, nodeKey, { value: node, configurable: true })
}

export function nodeOf(app: object): ContextNode {
  return (app as { [nodeKey]: ContextNode })[nodeKey]
}

/** The value of `app.pluginName` at the root, which Fastify's plugins may read. */
export const rootName = 'fastify'

/** Returns the names of the plugins around a context, for messages, such as `app -> auth -> jwt`. */
export function pluginOf({ pluginNames }: { readonly pluginNames: readonly string[] }): string {
  const [first, ...others] = pluginNames
  return [first === rootName ? 'app' : first, ...others].join(' -> ')
}

export function walk(node: ContextNode, visit: (node: ContextNode) => void): void {
  visit(node)
  for (const child of node.children) walk(child, visit)
}
