/** Makes the root app object with its methods. The app objects of child contexts inherit from it by prototype. */
import { toCallable, type UserFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { createParserVerbs, type DefaultParsers, ParserSet, type ToKey } from './content-type-parser.ts'
import { type CoreMembers, decoratorVerbs } from './decorator.ts'
import { deriveVerbs } from './derive.ts'
import { emptyDeclarations } from './empty-declarations.ts'
import { hookVerbs } from './hook.ts'
import { pluginsSeenBy } from './inherit.ts'
import { createMethods, type Methods, supportedMethods } from './method.ts'
import { createMethodVerbs } from './method-verb.ts'
import { anyTime } from './moment.ts'
import { attachNode, type ContextNode, nodeOf, rootName, type Tree } from './node.ts'
import { notFoundVerbs } from './not-found.ts'
import { overridableVerbs } from './overridable-verb.ts'
import { compatibleVersion } from './plugin-meta.ts'
import { noParams } from './prefix-params.ts'
import type { RouteContext } from './route-declaration.ts'
import { defaultsVerbs } from './route-defaults.ts'
import { createRouteVerbs } from './route-verb.ts'
import { type CreateBucket, schemaVerbs } from './schema-bucket.ts'
import { createErrorHandlerVerb, settingGetters, settingVerbs } from './setting.ts'

export interface TreeOptions extends Omit<RouteContext, 'methods'> {
  readonly core: CoreMembers
  readonly allowErrorHandlerOverride: boolean
  readonly lateSettings: boolean
  readonly createBucket: CreateBucket
  readonly toKey: ToKey
  readonly parsers: DefaultParsers
  readonly jsonParser: UserFunction
}

function createParsers({ toKey, jsonParser, parsers }: TreeOptions): ParserSet {
  const builtIn = { plugin: 'espalier', parseAs: 'string', bodyLimit: undefined, isBuiltIn: true } as const
  const set = new ParserSet(toKey)
  set.add('application/json', { ...builtIn, parse: toCallable(jsonParser), requiresUtf8: true })
  set.add('text/plain', { ...builtIn, parse: toCallable(parsers.defaultTextParser) })
  return set
}

function createRoot(tree: Tree, app: AppObject, options: TreeOptions): ContextNode {
  return {
    ...emptyDeclarations(),
    tree,
    parent: null,
    position: [],
    origin: null,
    createdAt: 0,
    cursor: { at: [], next: 0, plugin: undefined, isForeign: false },
    app,
    prefix: '',
    params: noParams,
    logLevel: '',
    logSerializers: null,
    pluginNames: [rootName],
    schemas: options.createBucket(),
    parsers: createParsers(options),
    hasNotFoundScope: true
  }
}

const contextVerbs = {
  hasPlugin(this: AppObject, name: string) {
    const node = nodeOf(this)
    return node.pluginNames.includes(name) || pluginsSeenBy(node).has(name)
  }
}

function addVerbs(app: AppObject, options: TreeOptions, methods: Methods): void {
  const context: RouteContext = { ...options, methods }

  Object.assign(
    app,
    decoratorVerbs,
    hookVerbs,
    schemaVerbs,
    notFoundVerbs,
    contextVerbs,
    settingVerbs,
    createErrorHandlerVerb(options.allowErrorHandlerOverride),
    createParserVerbs(options.parsers),
    createRouteVerbs(context),
    createMethodVerbs(context)
  )
}

function addGetters(app: AppObject, methods: Methods): void {
  const own = { supportedMethods: () => supportedMethods(methods), version: () => compatibleVersion }
  for (const [name, get] of Object.entries({ ...settingGetters, ...own }))
    Object.defineProperty(app, name, { get, configurable: true })
  Object.defineProperty(app, Symbol.for('registered-plugin'), {
    get(this: AppObject) {
      return [...pluginsSeenBy(nodeOf(this))]
    }
  })
}

export function createTree(options: TreeOptions): Tree {
  const app: AppObject = Object.create({ ...overridableVerbs, ...deriveVerbs, ...defaultsVerbs })
  const methods = createMethods()
  const { core, createBucket } = options
  const rootless: Omit<Tree, 'root'> = {
    phase: 'open',
    sequence: 0,
    lateSettings: options.lateSettings,
    unsettled: null,
    notFoundMoment: anyTime,
    routes: [],
    lateHooks: [],
    methods,
    core,
    createBucket,
    onRoute: () => {},
    declarations: () => new Set()
  }
  // The tree and its root refer to each other, so `root` is added last.
  const tree = Object.assign(rootless, { root: createRoot(rootless as Tree, app, options) })
  attachNode(app, tree.root)
  addVerbs(app, options, methods)
  addGetters(app, methods)
  return tree
}
