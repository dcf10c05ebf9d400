/** What a context may set once for itself and everything below it: compilers, formatters, handlers, factories. */
import { inspect } from 'node:util'
import type { SchemaLibrary } from '../../types/provider.ts'
import { errors } from '../error/error.ts'
import { type Callable, isAsyncFunction, isFunction, type UserFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { guardOpen } from './freeze.ts'
import { builtSeenBy, settingSeenBy } from './inherit.ts'
import { nodeOf } from './node.ts'
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
  /** The library whose schemas come before those of the compilers. */
  schemaLibrary?: SchemaLibrary
  schemaErrorFormatter?: Callable
  replySerializer?: Callable
  genReqId?: Callable
  childLoggerFactory?: Callable
  /** Oldest first. */
  errorHandlers?: Callable[]
}

function set<Name extends keyof Settings>(app: AppObject, verb: string, name: Name, value: Settings[Name]): AppObject {
  guardOpen(app, `${verb}()`)
  if (!isFunction(value))
    throw new errors.ESP_ERR_ARGUMENT_INVALID(`The argument of ${verb}()`, 'a function', inspect(value))
  nodeOf(app).settings[name] = value
  return app
}

/** Makes a formatter safe to call while a request is being answered: it must be synchronous. */
export function checkSchemaErrorFormatter(fn: unknown): asserts fn is Callable {
  if (!isFunction(fn)) throw new errors.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(typeof fn)
  if (isAsyncFunction(fn)) throw new errors.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN('AsyncFunction')
}

export interface SettingOptions {
  readonly allowErrorHandlerOverride: boolean
  readonly warnErrorHandlerOverride: () => void
}

const libraryVerbs = {
  withTypeProvider(this: AppObject, library?: SchemaLibrary) {
    if (library !== undefined) {
      guardOpen(this, 'withTypeProvider()')
      nodeOf(this).settings.schemaLibrary = library
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
    Object.assign(node.settings, compilersFactory)
    return this
  }
}

export const settingVerbs = {
  ...libraryVerbs,
  setValidatorCompiler(this: AppObject, fn: UserFunction) {
    return set(this, 'setValidatorCompiler', 'validatorCompiler', fn)
  },
  setSerializerCompiler(this: AppObject, fn: UserFunction) {
    return set(this, 'setSerializerCompiler', 'serializerCompiler', fn)
  },
  setReplySerializer(this: AppObject, fn: Callable) {
    return set(this, 'setReplySerializer', 'replySerializer', fn)
  },
  setSchemaErrorFormatter(this: AppObject, fn: Callable) {
    guardOpen(this, 'setSchemaErrorFormatter()')
    checkSchemaErrorFormatter(fn)
    return set(this, 'setSchemaErrorFormatter', 'schemaErrorFormatter', fn.bind(this))
  },
  setGenReqId(this: AppObject, fn: Callable) {
    return set(this, 'setGenReqId', 'genReqId', fn)
  },
  setChildLoggerFactory(this: AppObject, fn: Callable) {
    return set(this, 'setChildLoggerFactory', 'childLoggerFactory', fn)
  }
}

/** Makes the verb that sets an error handler; an earlier one of the same context comes after it in the chain. */
export function createErrorHandlerVerb(options: SettingOptions) {
  return {
    setErrorHandler(this: AppObject, handler: unknown) {
      guardOpen(this, 'setErrorHandler()')
      if (!isFunction(handler)) throw new errors.FST_ERR_ERROR_HANDLER_NOT_FN()
      const { settings } = nodeOf(this)
      if (settings.errorHandlers !== undefined) {
        if (!options.allowErrorHandlerOverride) throw new errors.FST_ERR_ERROR_HANDLER_ALREADY_SET()
        options.warnErrorHandlerOverride()
      }
      settings.errorHandlers = [...(settings.errorHandlers ?? []), handler]
      return this
    }
  }
}

/** The getters of a builder for what a context sees. */
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
