import { errors, withMessage, withStackHeadline } from '../error/error.ts'
import { type Callable, isFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { declaredElsewhere } from './declared-elsewhere.ts'
import { isClosed, isSealed } from './freeze.ts'
import { decoratorsSeenBy } from './inherit.ts'
import { type ContextNode, nodeOf } from './node.ts'
import { declaredTwice, recordOrigin } from './origin.ts'
import { isOverridable } from './overridable-verb.ts'

export type DecoratorKind = 'requestDecorators' | 'replyDecorators'

/** A stored decorator: a function or an accessor that all requests share, or a value with which each request starts. */
export type Decorator =
  | { readonly kind: 'shared'; readonly descriptor: PropertyDescriptor }
  | { readonly kind: 'value'; readonly value: unknown }

export type Decorators = ReadonlyMap<PropertyKey, Decorator>

export const noDecorators: Decorators = new Map()

const builtIn: Readonly<Record<DecoratorKind, ReadonlySet<PropertyKey>>> = {
  requestDecorators: new Set(['constructor', 'id', 'params', 'raw', 'query', 'log', 'body']),
  replyDecorators: new Set(['constructor', 'raw', 'request', 'log'])
}

export interface CoreMembers {
  readonly requestDecorators: object
  readonly replyDecorators: object
}

function isAccessor(value: unknown): value is { getter: Callable; setter?: Callable } {
  if (typeof value !== 'object' || value === null) return false
  return ('getter' in value && isFunction(value.getter)) || ('setter' in value && isFunction(value.setter))
}

function descriptorOf(value: unknown): PropertyDescriptor {
  if (!isAccessor(value)) return { value, writable: true, enumerable: true, configurable: true }
  const { getter, setter } = value
  return { get: getter, ...(setter && { set: setter }), enumerable: true, configurable: true }
}

function checkDependencies(
  name: PropertyKey,
  dependencies: unknown,
  has: (name: PropertyKey) => boolean,
  whereElse: (name: PropertyKey) => string
): void {
  if (dependencies === undefined || dependencies === null) return
  if (!Array.isArray(dependencies)) throw new errors.FST_ERR_DEC_DEPENDENCY_INVALID_TYPE(String(name))
  for (const dependency of dependencies) {
    if (!has(dependency))
      throw withMessage(new errors.FST_ERR_DEC_MISSING_DEPENDENCY(String(dependency)), whereElse(dependency))
  }
}

function toDecorator(name: PropertyKey, value: unknown): Decorator {
  if (isFunction(value) || isAccessor(value)) return { kind: 'shared', descriptor: descriptorOf(value) }
  if (typeof value === 'object' && value !== null) {
    throw new errors.FST_ERR_DEC_REFERENCE_TYPE(String(name), 'object')
  }
  return { kind: 'value', value }
}

function memberOf(core: object, name: PropertyKey): PropertyDescriptor | undefined {
  for (let at = core; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    const member = Object.getOwnPropertyDescriptor(at, name)
    if (member !== undefined) return member
  }
  return undefined
}

/** A decorator with a value may not hide a read-only member of a request, such as `ip`. An accessor may, because it is written deliberately. */
function hidesMember(core: object, name: PropertyKey, decorator: Decorator): boolean {
  const member = memberOf(core, name)
  const isAccessor = decorator.kind === 'shared' && !('value' in decorator.descriptor)
  return member?.get !== undefined && member.set === undefined && !isAccessor
}

/** A decorator with a value may be declared once from the root to a context. A child context may replace a function or an accessor. */
function checkFresh(node: ContextNode, kind: DecoratorKind, name: PropertyKey, decorator: Decorator): void {
  const visible = decoratorsSeenBy(node, kind).get(name)
  const taken =
    builtIn[kind].has(name) ||
    hidesMember(node.tree.core[kind], name, decorator) ||
    node[kind].has(name) ||
    (visible !== undefined && visible.kind === 'value' && decorator.kind === 'value')
  if (!taken) return
  const isOurs = !node[kind].has(name) && visible === undefined
  const owner = kind === 'requestDecorators' ? ' Every request has it.' : ' Every reply has it.'
  const hint = isOurs ? owner : declaredTwice(node, kind, name, node.cursor.plugin)
  throw withMessage(new errors.FST_ERR_DEC_ALREADY_PRESENT(String(name)), hint)
}

/** The suggested fix is only in the stack, because Fastify's tests compare the message. */
function lateDecorator(name: PropertyKey): Error {
  const { message } = new errors.FST_ERR_INSTANCE_ALREADY_LISTENING(`The decorator '${String(name)}'`)
  return withStackHeadline(new errors.FST_ERR_DEC_AFTER_START(String(name)), message)
}

function declare(
  app: AppObject,
  kind: DecoratorKind,
  name: PropertyKey,
  value: unknown,
  dependencies: unknown
): AppObject {
  if (isSealed(app)) throw lateDecorator(name)
  const node = nodeOf(app)
  const decorator = toDecorator(name, value)
  checkFresh(node, kind, name, decorator)
  const isSeen = (other: PropertyKey) => isDeclared(node, kind, other)
  checkDependencies(name, dependencies, isSeen, (other) => declaredElsewhere(node, kind, other))
  node[kind] = new Map(node[kind]).set(name, decorator)
  recordOrigin(node, kind, name)
  return app
}

export function isBuiltIn(node: ContextNode, kind: DecoratorKind, name: PropertyKey): boolean {
  return builtIn[kind].has(name) || name in node.tree.core[kind]
}

function isDeclared(node: ContextNode, kind: DecoratorKind, name: PropertyKey): boolean {
  return decoratorsSeenBy(node, kind).has(name) || isBuiltIn(node, kind, name)
}

const isDecorated = (app: AppObject, name: PropertyKey) => name in app && !isOverridable(app, name)

export const decoratorVerbs = {
  decorate(this: AppObject, name: PropertyKey, value?: unknown, dependencies?: unknown) {
    if (isClosed(this)) throw lateDecorator(name)
    const node = nodeOf(this)
    if (Object.hasOwn(this, name)) {
      const isOurs = node.parent === null && !node.origins.get('app')?.has(name)
      const hint = isOurs ? ' Every app has it.' : declaredTwice(node, 'app', name, node.cursor.plugin)
      throw withMessage(new errors.FST_ERR_DEC_ALREADY_PRESENT(String(name)), hint)
    }
    const whereElse = (other: PropertyKey) => declaredElsewhere(nodeOf(this), 'app', other)
    checkDependencies(name, dependencies, (other) => isDecorated(this, other), whereElse)
    Object.defineProperty(this, name, descriptorOf(value))
    recordOrigin(node, 'app', name)
    return this
  },
  decorateRequest(this: AppObject, name: PropertyKey, value?: unknown, dependencies?: unknown) {
    return declare(this, 'requestDecorators', name, value, dependencies)
  },
  decorateReply(this: AppObject, name: PropertyKey, value?: unknown, dependencies?: unknown) {
    return declare(this, 'replyDecorators', name, value, dependencies)
  },
  hasDecorator(this: AppObject, name: PropertyKey) {
    return isDecorated(this, name)
  },
  hasRequestDecorator(this: AppObject, name: PropertyKey) {
    return isDeclared(nodeOf(this), 'requestDecorators', name)
  },
  hasReplyDecorator(this: AppObject, name: PropertyKey) {
    return isDeclared(nodeOf(this), 'replyDecorators', name)
  },
  getDecorator(this: AppObject, name: PropertyKey) {
    if (!isDecorated(this, name))
      throw withMessage(
        new errors.FST_ERR_DEC_UNDECLARED(String(name), 'instance'),
        declaredElsewhere(nodeOf(this), 'app', name)
      )
    const value = this[name]
    return isFunction(value) ? value.bind(this) : value
  }
}
