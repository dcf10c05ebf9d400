/** Settings that apply to a context and its descendants: compilers, formatters, handlers, factories. */
import { inspect } from 'node:util'
import type { SchemaLibrary } from '../../types/provider.ts'
import { errors } from '../error/error.ts'
import { lineOf } from '../error/place.ts'
import { warn } from '../error/warning.ts'
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
  /** A schema library, such as Zod, which compiles its own schemas. `validatorCompiler` and `serializerCompiler` compile all others. */
  schemaLibrary?: SchemaLibrary
  schemaErrorFormatter?: Callable
  replySerializer?: Callable
  genReqId?: Callable
  childLoggerFactory?: Callable
  errorHandler?: Callable
}

export type SettingName = keyof Settings

export interface Declared<Name extends SettingName> {
  readonly value: NonNullable<Settings[Name]>
  /** The number of this value in the order of all hooks and settings; 0 if the value also applies to earlier routes. */
  readonly sequence: number
  /** The plugin and the line that set the value; `undefined` for an option of the app. */
  readonly origin: Origin | undefined
}

export type SettingHistory = { [Name in SettingName]?: Declared<Name>[] }

/** Earlier values are kept, because earlier routes use them, and because an error handler's own error goes to the handler before it. */
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

export function addSettings(node: ContextNode, given: Partial<Settings> | undefined): void {
  for (const name of ['buildValidator', 'buildSerializer', 'genReqId', 'childLoggerFactory'] as const)
    addSetting(node, name, given?.[name])
}

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

export function checkSchemaErrorFormatter(fn: unknown): asserts fn is Callable {
  if (!isFunction(fn)) throw new errors.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(typeof fn)
  if (isAsyncFunction(fn)) throw new errors.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN('AsyncFunction')
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

export function createErrorHandlerVerb(allowsOverride: boolean) {
  return {
    setErrorHandler: function setErrorHandler(this: AppObject, handler: unknown) {
      guardOpen(this, 'setErrorHandler()')
      if (!isFunction(handler)) throw new errors.FST_ERR_ERROR_HANDLER_NOT_FN()
      const node = nodeOf(this)
      const origin = originOf(node, setErrorHandler)
      const [first, ...others] = node.settings.errorHandler ?? []
      if (first !== undefined) {
        if (!allowsOverride) throw new errors.FST_ERR_ERROR_HANDLER_ALREADY_SET()
        if (others.length === 0) warn('FSTWRN004', lineOf(origin.place), lineOf(first.origin?.place))
      }
      addSetting(node, 'errorHandler', handler, origin)
      return this
    }
  }
}

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
