/**
 * One context of the tree: the declarations made there, as plain data.
 *
 * A node has its parent and its children, and no data of requests. The declarations that are *visible* in a node are not stored: the pure functions of
 * `inherit.ts` compute them by the rule of encapsulation.
 */
import type { LogSerializers } from '../../types/logger.ts'
import type { AppObject } from './app-object.ts'
import type { ParserSet } from './content-type-parser.ts'
import type { LateHook } from './declaration-hook.ts'
import type { CoreMembers, Decorators } from './decorator.ts'
import type { EarlierRoute } from './earlier-route.ts'
import type { HookDeclaration } from './hook.ts'
import type { Methods } from './method.ts'
import type { NotFoundDeclaration } from './not-found.ts'
import type { Origin, Origins } from './origin.ts'
import type { Cursor, Position } from './position.ts'
import type { PrefixParams } from './prefix-params.ts'
import type { RouteDeclaration } from './route-declaration.ts'
import type { RouteDefaults } from './route-defaults.ts'
import type { CreateBucket, SchemaBucket } from './schema-bucket.ts'
import type { SettingHistory, Settings } from './setting.ts'
import type { Moment, Settling } from './settle.ts'

export interface ContextNode {
  readonly tree: Tree
  readonly parent: ContextNode | null
  readonly children: ContextNode[]
  /** The position of its registration in its parent. */
  readonly position: Position
  /** The plugin that registered it, and the line; `null` for the root. */
  readonly origin: Origin | null
  /** The position of the next statement. */
  cursor: Cursor
  /** The object that plugins get; it inherits from the parent's by prototype. */
  readonly app: AppObject
  /** The full path prefix of the routes declared here. */
  readonly prefix: string
  /** Schemas of the parameters in that prefix. */
  params: PrefixParams
  readonly logLevel: string
  readonly logSerializers: LogSerializers | null
  /** The names of the plugins that led here; a shared plugin adds its name to the context that it joins. */
  readonly pluginNames: string[]
  /** Names of the plugins that were registered in this context. */
  readonly registeredPlugins: string[]
  /** The origin of each name that can be declared only once. */
  readonly origins: Origins
  readonly hooks: HookDeclaration[]
  readonly routeDefaults: RouteDefaults[]
  requestDecorators: Decorators
  replyDecorators: Decorators
  schemas: SchemaBucket
  readonly settings: SettingHistory
  /** The time when it was made, as a number in the order of all declarations. */
  readonly bornAt: number
  /** Default compilers that were built for this context only, because they contain its schemas. */
  readonly built: Pick<Settings, 'validatorCompiler' | 'serializerCompiler'>
  parsers: ParserSet
  /** Whether the node has a not-found scope: true for the root and for every context with its own prefix. */
  readonly ownsNotFound: boolean
  notFound: NotFoundDeclaration | null
}

/** The state that all nodes of one app share. */
export interface Tree {
  readonly root: ContextNode
  /** `open` while plugins load, `sealed` once the plans are made, `closed` once the app is ready: later declarations throw. */
  phase: 'open' | 'sealed' | 'closed'
  /** The number of the latest hook or setting, so that those of different contexts can be ordered. */
  sequence: number
  /** Whether a setting also applies to the routes before it. */
  readonly lateSettings: boolean
  /** The declarations that settle together next; `null` if the next one starts a new group. */
  settling: Settling | null
  /** The time when the default not-found response settled, for apps without a not-found handler. */
  notFoundMoment: Moment
  /** The routes so far, for hooks that are declared later; cleared when the tree is sealed. */
  readonly routes: EarlierRoute[]
  /** Asynchronous hooks that the boot must wait for, besides the plugins. */
  readonly lateHooks: LateHook[]
  /** The members that every request and reply has from its class. */
  readonly core: CoreMembers
  readonly methods: Methods
  readonly createBucket: CreateBucket
  /** Called when a route is declared; adds it to the route table. */
  onRoute: (route: RouteDeclaration) => void
  /** The routes in the route table, for descriptions such as OpenAPI. */
  declarations: () => ReadonlySet<RouteDeclaration>
}

const nodeKey = Symbol('espalier.node')

export function attachNode(app: AppObject, node: ContextNode): void {
  Object.defineProperty(app, nodeKey, { value: node, configurable: true })
}

/** Returns the context of an app object. */
export function nodeOf(app: object): ContextNode {
  return (app as { [nodeKey]: ContextNode })[nodeKey]
}

/** The value of `app.pluginName` at the root, which Fastify's plugins may read. */
export const rootName = 'fastify'

/** The plugin of a context, for messages: the chain of plugin names, starting with 'app' for the root. */
export function pluginOf({ pluginNames }: { readonly pluginNames: readonly string[] }): string {
  const [first, ...others] = pluginNames
  return [first === rootName ? 'app' : first, ...others].join(' -> ')
}

/** Visits a node and all its descendants, parents first. */
export function walk(node: ContextNode, visit: (node: ContextNode) => void): void {
  visit(node)
  for (const child of node.children) walk(child, visit)
}
