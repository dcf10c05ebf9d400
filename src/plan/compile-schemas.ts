/** The schemas of a route as functions: what validates its requests, what serializes its replies, and what handlers may ask for of both. */
import { errors } from '../error/error.ts'
import type { Serialize, Validate } from '../http/exchange.ts'
import { EventSchemas } from '../schema/event-schemas.ts'
import {
  type BodySchema,
  type HttpPart,
  type NormalizedRouteSchema,
  normalizeRouteSchema,
  type RouteName,
  writeOutRouteSchema
} from '../schema/route-schema.ts'
import type { SerializerCompiler, SerializerRequest } from '../schema/serializer.ts'
import { takenIdOf } from '../schema/taken-id.ts'
import type { ValidatorCompiler } from '../schema/validator.ts'
import {
  compileSerializers,
  exactSerializer,
  findSerializer,
  type ResponseSerializers,
  type SerializePayload
} from '../stage/serialize.ts'
import { compileValidators, type RouteValidators } from '../stage/validate.ts'
import { schemasSeenBy, settingSeenBy } from '../tree/inherit.ts'
import { refuseAbsent } from './absent-parameter.ts'
import type { Compilers } from './compilers.ts'
import { withPrefixParams } from './context-params.ts'
import { withRouteDefaults } from './default-schema.ts'
import type { PlanContext } from './plan-context.ts'
import type { PlanSource } from './plan-source.ts'
import { refuseUnmet } from './unmet-response.ts'
import { refuseUntold } from './untold-answer.ts'

const parts = ['params', 'body', 'querystring', 'headers'] as const satisfies HttpPart[]

export const nameOf = ({ methods, url }: PlanSource): RouteName => ({ method: methods.join(), url })

/** Reads the schemas of a route, and shows them as they are read to plugins that kept its options and describe it by them. */
function settleSchema(source: PlanSource, compilers: Compilers, context: PlanContext): NormalizedRouteSchema {
  const { options } = source
  const { policy } = context
  const customValidator = options.validatorCompiler !== undefined || compilers.isCustomValidator
  const customSerializer = options.serializerCompiler !== undefined || compilers.isCustomSerializer
  const where = nameOf(source)
  if (policy.strictResponses) refuseUntold(source, where)
  const given = givenSchema(source)
  const read = normalizeRouteSchema(given, where, {
    allowUnknownKeys: !policy.refusesUnknownKeys,
    customValidator,
    customSerializer,
    isBuiltElsewhere: (judged) =>
      settingSeenBy(source.node, judged === 'answer' ? 'buildSerializer' : 'buildValidator') !== undefined,
    owns: settingSeenBy(source.node, 'schemaLibrary')?.owns
  })
  if (read === undefined) return {}
  const normalized = withParams(read, source)
  if (policy.refusesTakenIds) {
    const { body, response, ...parts } = normalized
    if (!customValidator) refuseTakenIds(source, [parts, schemasOf(body)])
    if (!customSerializer) refuseTakenIds(source, [...(response?.values() ?? [])].map(schemasOf))
  }
  if (policy.refusesAbsentParameters && !customValidator)
    refuseAbsent(normalized.params, where, schemasSeenBy(source.node))
  if (policy.strictResponses) refuseUnmet(normalized.response, where)
  options.schema = writeOutRouteSchema(given, normalized)
  return normalized
}

/** The schemas of a route, merged with those of its context. A route without schemas may have parameters of its prefix. */
function givenSchema({ node, options, is404 }: PlanSource): unknown {
  if (is404) return options.schema
  return withRouteDefaults(options.schema, node) ?? (node.params.size > 0 ? {} : undefined)
}

function withParams(read: NormalizedRouteSchema, source: PlanSource): NormalizedRouteSchema {
  if (source.node.params.size === 0 || source.is404) return read
  return { ...read, params: withPrefixParams(read.params, source.node.params, nameOf(source)) }
}

/** Asked where the engines are ours: compilers of the application know what an `$id` means to them. @throws ESP_ERR_SCH_ID_TAKEN */
function refuseTakenIds(source: PlanSource, schemas: readonly unknown[]): void {
  const id = takenIdOf(schemas, schemasSeenBy(source.node))
  if (id === undefined) return
  const { method, url } = nameOf(source)
  throw new errors.ESP_ERR_SCH_ID_TAKEN(method, url, id, id)
}

const validatorOf = ({ options }: PlanSource, compilers: Compilers) =>
  (options.validatorCompiler as ValidatorCompiler | undefined) ?? compilers.validator()
const serializerOf = ({ options }: PlanSource, compilers: Compilers) =>
  (options.serializerCompiler as SerializerCompiler | undefined) ?? compilers.serializer()

/** Compiles the schemas of a route. @throws FST_ERR_SCH_VALIDATION_BUILD, FST_ERR_SCH_SERIALIZATION_BUILD when one does not compile. */
export function compileSchemas(source: PlanSource, compilers: Compilers, context: PlanContext) {
  const where = nameOf(source)
  const schema = settleSchema(source, compilers, context)
  return {
    validators: parts.some((part) => schema[part] !== undefined)
      ? compileValidators(schema, validatorOf(source, compilers), where, context.policy)
      : null,
    serializers:
      schema.response === undefined
        ? null
        : compileSerializers(schema.response, serializerOf(source, compilers), where, context.policy)
  }
}

/**
 * Tells whether the schemas of a route are certain to compile, so that they may be when its first request comes.
 *
 * @throws what `compileSchemas` throws of a wrong key, status or media type; ESP_ERR_COMPILED_STALE when one was to be compiled ahead.
 */
export function mayCompileLater(source: PlanSource, compilers: Compilers, context: PlanContext): boolean {
  const where = nameOf(source)
  const { body, response, ...others } = settleSchema(source, compilers, context)
  const ofRequest = Object.entries(others).map(([httpPart, schema]) => ({ schema, httpPart }))
  const ofBody = schemasOf(body).map((one) => ({ ...one, httpPart: 'body' }))
  const ofResponse = [...(response ?? [])].flatMap(([httpStatus, declared]) =>
    schemasOf(declared).map((one) => ({ ...one, ...where, httpStatus }))
  )
  // Each is asked: one that was compiled ahead may be missing.
  const answers = [
    ...[...ofRequest, ...ofBody].map((one) =>
      validatorOf(source, compilers).mayWait?.({ ...one, ...where, httpPart: one.httpPart as HttpPart })
    ),
    ...ofResponse.map((one) => serializerOf(source, compilers).mayWait?.(one))
  ]
  return answers.every((answer) => answer === true)
}

function schemasOf(declared: BodySchema | undefined): { schema: unknown; contentType?: string }[] {
  if (declared === undefined) return []
  if ('schema' in declared) return [declared]
  return [...declared.content].flatMap(([contentType, schema]) =>
    (schema instanceof EventSchemas ? [...schema.byName.values()] : [schema]).map((one) => ({
      schema: one,
      contentType
    }))
  )
}

/** A route's validation, as handlers use it. */
export class RouteValidation {
  readonly #source: PlanSource
  readonly #validators: RouteValidators | null
  readonly #compilers: Compilers

  constructor(source: PlanSource, validators: RouteValidators | null, compilers: Compilers) {
    this.#source = source
    this.#validators = validators
    this.#compilers = compilers
  }

  find(part: string): Validate | undefined {
    const found = this.#validators?.find((validator) => validator.httpPart === part)?.check
    return found && 'validate' in found ? found.validate : undefined
  }

  compile(schema: object, httpPart: string | undefined, where: RouteName): Validate {
    const compile = validatorOf(this.#source, this.#compilers)
    return compile({ schema, ...where, httpPart: httpPart as HttpPart })
  }
}

/** A route's serialization, as handlers use it. */
export class RouteSerialization {
  readonly #source: PlanSource
  readonly #serializers: ResponseSerializers | null
  readonly #compilers: Compilers
  /** The same function that answers pass through, so that a handler's text has nothing that an answer would not have. */
  readonly serialize: SerializePayload

  constructor(
    source: PlanSource,
    serializers: ResponseSerializers | null,
    compilers: Compilers,
    serialize: SerializePayload
  ) {
    this.#source = source
    this.#serializers = serializers
    this.#compilers = compilers
    this.serialize = serialize
  }

  find(statusCode: number, mediaType: string | undefined): Serialize | undefined {
    return this.#serializers === null ? undefined : findSerializer(this.#serializers, statusCode, mediaType)
  }

  exact(key: string | number, mediaType?: string): Serialize | undefined {
    return this.#serializers === null ? undefined : exactSerializer(this.#serializers, key, mediaType)
  }

  compile(schema: object, httpStatus: unknown, contentType: unknown, where: RouteName): Serialize {
    return serializerOf(
      this.#source,
      this.#compilers
    )({ schema, ...where, httpStatus, contentType } as SerializerRequest)
  }
}
