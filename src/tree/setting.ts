/** Settings that apply to a context and its descendants: compilers, formatters, handlers, factories. */
import { inspect } from 'node:util'
import type { SchemaLibrary } from '../../types/provider.ts'
import { errors } from '../error/error.ts'
import { lineOf } from '../error/place.ts'
import { type Callable, isAsyncFunction, isFunction, type UserFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { guardOpen } from './freeze.ts'
import { builtSeenBy, settingSeenBy } from './inherit.ts'
import { type ContextNode, nodeOf } from './node.ts'
import { type Origin, originOf } from './origin.ts'
import { checkBucket } from './schema-bucket.ts'

export interface CompilersFactory {
  buildValidator?: UserFunction
  buildSerializer?: UserFunction
}

export interface Settings {
  validatorCompiler?: UserFunction
  serializerCompiler?: UserFunction
  buildValidator?: UserFunction
  buildSerializer?: UserFunction
  /** A schema library, such as Zod, compiles the schemas that it made. The compilers above get all others. */
  schemaLibrary?: SchemaLibrary
  schemaErrorFormatter?: Callable
  replySerializer?: Callable
  genReqId?: Callable
  childLoggerFactory?: Callable
  errorHandler?: Callable
}

export type SettingName = keyof Settings

/** A value that was set in a context. */
export interface Declared<Name extends SettingName> {
  readonly value: NonNullable<Settings[Name]>
  /** Its number in the order of all declarations of the app; 0 if it also applies to the routes before it. */
  readonly sequence: number
  /** `undefined` for an option of the app. */
  readonly origin: Origin | undefined
}

/** All values that were set in a context, oldest first. */
export type SettingHistory = { [Name in SettingName]?: Declared<Name>[] }

/** Sets a value in a context. It replaces earlier ones for the routes that see it. */
function addSetting<Name extends SettingName>(
  { settings, tree }: ContextNode,
  name: Name,
  value: Settings[Name],
  origin?: Origin
): void {
  if (!value) return
  const history: SettingHistory[Name] = settings[name] ?? []
  history.push({ value, sequence: tree.lateSettings ? 0 : ++tree.sequence, origin })
  settings[name] = history
}

/** Sets the values of an app's options or of a schema controller. */
export function addSettings(node: ContextNode, given: Partial<Settings> | undefined): void {
  const { buildValidator, buildSerializer, genReqId, childLoggerFactory } = given ?? {}
  addSetting(node, 'buildValidator', buildValidator)
  addSetting(node, 'buildSerializer', buildSerializer)
  addSetting(node, 'genReqId', genReqId)
  addSetting(node, 'childLoggerFactory', childLoggerFactory)
}

/** Makes the method that sets a function. */
function verbOf(
  name: Exclude<SettingName, 'schemaLibrary'>,
  verb: string,
  prepare?: (app: AppObject, fn: Callable) => Callable
) {
  return function setting(this: AppObject, fn: unknown) {
    guardOpen(this, `${verb}()`)
    const value = prepare === undefined ? fn : prepare(this, fn as Callable)
    if (!isFunction(value))
      throw new errors.ESP_ERR_ARGUMENT_INVALID(`The argument of ${verb}()`, 'a function', inspect(value))
    addSetting(nodeOf(this), name, value, originOf(nodeOf(this), setting))
    return this
  }
}

/** Checks that a formatter is a synchronous function. */
export function checkSchemaErrorFormatter(fn: unknown): asserts fn is Callable {
  if (!isFunction(fn)) throw new errors.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(typeof fn)
  if (isAsyncFunction(fn)) throw new errors.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN('AsyncFunction')
}

export interface SettingOptions {
  readonly allowErrorHandlerOverride: boolean
  readonly warnErrorHandlerOverride: (first: string, second: string) => void
}

const libraryVerbs = {
  withTypeProvider(this: AppObject, library?: SchemaLibrary) {
    if (library !== undefined) {
      guardOpen(this, 'withTypeProvider()')
      addSetting(nodeOf(this), 'schemaLibrary', library)
    }
    return this
  },
  setSchemaController(this: AppObject, controller?: { bucket?: unknown; compilersFactory?: CompilersFactory }) {
    guardOpen(this, 'setSchemaController()')
    const node = nodeOf(this)
    const { bucket, compilersFactory } = controller ?? {}
    if (bucket) {
      checkBucket(bucket)
      node.schemas = bucket(node.schemas.getSchemas())
    }
    addSettings(node, compilersFactory)
    return this
  }
}

export const settingVerbs = {
  ...libraryVerbs,
  setValidatorCompiler: verbOf('validatorCompiler', 'setValidatorCompiler'),
  setSerializerCompiler: verbOf('serializerCompiler', 'setSerializerCompiler'),
  setReplySerializer: verbOf('replySerializer', 'setReplySerializer'),
  setSchemaErrorFormatter: verbOf('schemaErrorFormatter', 'setSchemaErrorFormatter', (app, fn) => {
    checkSchemaErrorFormatter(fn)
    return fn.bind(app)
  }),
  setGenReqId: verbOf('genReqId', 'setGenReqId'),
  setChildLoggerFactory: verbOf('childLoggerFactory', 'setChildLoggerFactory')
}

/** Makes the method that sets an error handler; an earlier one of the same context comes after it in the chain. */
export function createErrorHandlerVerb(options: SettingOptions) {
  return {
    setErrorHandler: function setErrorHandler(this: AppObject, handler: unknown) {
      guardOpen(this, 'setErrorHandler()')
      if (!isFunction(handler)) throw new errors.FST_ERR_ERROR_HANDLER_NOT_FN()
      const node = nodeOf(this)
      const origin = originOf(node, setErrorHandler)
      const [first, ...others] = node.settings.errorHandler ?? []
      if (first !== undefined) {
        if (!options.allowErrorHandlerOverride) throw new errors.FST_ERR_ERROR_HANDLER_ALREADY_SET()
        if (others.length === 0) options.warnErrorHandlerOverride(lineOf(first.origin?.place), lineOf(origin.place))
      }
      addSetting(node, 'errorHandler', handler, origin)
      return this
    }
  }
}

/** The getters of an app for the settings that a context sees. */
export const settingGetters = {
  validatorCompiler(this: AppObject) {
    return settingSeenBy(nodeOf(this), 'validatorCompiler') ?? builtSeenBy(nodeOf(this), 'validatorCompiler')
  },
  serializerCompiler(this: AppObject) {
    return settingSeenBy(nodeOf(this), 'serializerCompiler') ?? builtSeenBy(nodeOf(this), 'serializerCompiler')
  },
  genReqId(this: AppObject) {
    return settingSeenBy(nodeOf(this), 'genReqId')
  },
  childLoggerFactory(this: AppObject) {
    return settingSeenBy(nodeOf(this), 'childLoggerFactory')
  },
  prefix(this: AppObject) {
    return nodeOf(this).prefix
  },
  pluginName(this: AppObject) {
    return nodeOf(this).pluginNames.join(' -> ')
  }
}
