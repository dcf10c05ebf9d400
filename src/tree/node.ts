/**
 * One context of the tree: the declarations made there, as plain data.
 *
 * A node holds its parent and its children, and nothing of requests. The declarations that are *visible* in a node are never stored: the pure
 * functions of `inherit.ts`, which hold the law of encapsulation, compute them.
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
  /** Where it was registered in its parent. */
  readonly position: Position
  /** The plugin that registered it, and the line; `null` for the root. */
  readonly origin: Origin | null
  /** Where its next statement stands. */
  cursor: Cursor
  /** The object that plugins see; it inherits from the parent's by prototype. */
  readonly app: AppObject
  /** The full path prefix of the routes declared here. */
  readonly prefix: string
  /** Schemas of the parameters of that prefix. */
  params: PrefixParams
  readonly logLevel: string
  readonly logSerializers: LogSerializers | null
  /** The chain of plugin names that led here; a shared plugin adds its name to the context it joins. */
  readonly pluginNames: string[]
  /** Names of the plugins whose registration this context owns. */
  readonly registeredPlugins: string[]
  /** Where each name that can be declared once comes from. */
  readonly origins: Origins
  readonly hooks: HookDeclaration[]
  readonly routeDefaults: RouteDefaults[]
  requestDecorators: Decorators
  replyDecorators: Decorators
  schemas: SchemaBucket
  readonly settings: SettingHistory
  /** When it was made, in the order of all declarations. */
  readonly bornAt: number
  /** Default compilers that this context came to need; they serve it alone, because they know its schemas. */
  readonly built: Pick<Settings, 'validatorCompiler' | 'serializerCompiler'>
  parsers: ParserSet
  /** Set on the nodes that own a 404 level: the root and every context with a prefix of its own. */
  readonly ownsNotFound: boolean
  notFound: NotFoundDeclaration | null
}

/** The state that all nodes of one app share. */
export interface Tree {
  readonly root: ContextNode
  /** `open` while plugins load, `sealed` from when the plans are made, `closed` when the app is ready: later declarations throw. */
  phase: 'open' | 'sealed' | 'closed'
  /** Grows with every hook and setting, so that those of different contexts keep the order in which they were declared. */
  sequence: number
  /** Whether what a context sets counts for the routes before it too. */
  readonly lateSettings: boolean
  /** The declarations that settle next; `null` where the next one waits for itself. */
  settling: Settling | null
  /** When the answer to what no route matches settled, where the application declares none. */
  notFoundMoment: Moment
  /** The routes so far, for hooks that come late; let go of when the tree is sealed. */
  readonly routes: EarlierRoute[]
  /** Hooks that the boot has to wait for besides the plugins. */
  readonly lateHooks: LateHook[]
  /** The members that every request and reply has by its class. */
  readonly core: CoreMembers
  readonly methods: Methods
  readonly createBucket: CreateBucket
  /** Called for each route as it is declared; puts it in the route table. */
  onRoute: (route: RouteDeclaration) => void
  /** The routes in the route table, for descriptions such as OpenAPI. */
  declarations: () => ReadonlySet<RouteDeclaration>
}

const nodeKey = Symbol('espalier.node')

export function attachNode(app: AppObject, node: ContextNode): void {
  Object.defineProperty(app, nodeKey, { value: node, configurable: true })
}

/** Returns the context that an app object stands for. */
export function nodeOf(app: object): ContextNode {
  return (app as { [nodeKey]: ContextNode })[nodeKey]
}

/** The value of `app.pluginName` at the root, where plugins of Fastify look. */
export const rootName = 'fastify'

/** Names the plugin that a context belongs to in messages: the chain of names that led there, from 'app' if that is the root. */
export function pluginOf({ pluginNames }: { readonly pluginNames: readonly string[] }): string {
  const [first, ...others] = pluginNames
  return [first === rootName ? 'app' : first, ...others].join(' -> ')
}

/** Visits a node and everything below it, parents first. */
export function walk(node: ContextNode, visit: (node: ContextNode) => void): void {
  visit(node)
  for (const child of node.children) walk(child, visit)
}
