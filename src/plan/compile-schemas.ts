import { errors } from '../error/error.ts'
import type { Serialize, Validate } from '../http/exchange.ts'
import { EventSchemas } from '../schema/event-schemas.ts'
import { findIdConflict } from '../schema/id-conflict.ts'
import {
  type BodySchema,
  type HttpPart,
  type NormalizedRouteSchema,
  normalizeRouteSchema,
  type RouteName,
  writeOutRouteSchema
} from '../schema/route-schema.ts'
import type { SerializerCompiler, SerializerRequest } from '../schema/serializer.ts'
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
import { refuseUndeclaredResponses } from './undeclared-response.ts'
import { refuseUnreachableResponses } from './unreachable-response.ts'

const parts = ['params', 'body', 'querystring', 'headers'] as const satisfies HttpPart[]

export const nameOf = ({ methods, url }: PlanSource): RouteName => ({ method: methods.join(), url })

/** Writes the normalized schemas back to `options.schema`, where plugins such as `@fastify/swagger` read them. */
function resolveSchema(source: PlanSource, compilers: Compilers, context: PlanContext): NormalizedRouteSchema {
  const { is404, node, options } = source
  const { policy } = context
  const customValidator = options.validatorCompiler !== undefined || compilers.isCustomValidator
  const customSerializer = options.serializerCompiler !== undefined || compilers.isCustomSerializer
  const where = nameOf(source)
  if (policy.strictResponses) refuseUndeclaredResponses(source, where)
  // A route without a schema starts from `{}` if prefix parameters are merged into its schema below.
  const given = is404
    ? options.schema
    : (withRouteDefaults(options.schema, node) ?? (node.params.size > 0 ? {} : undefined))
  const read = normalizeRouteSchema(given, where, {
    allowUnknownKeys: !policy.refusesUnknownKeys,
    customValidator,
    customSerializer,
    isBuiltElsewhere: (judged) =>
      settingSeenBy(node, judged === 'response' ? 'buildSerializer' : 'buildValidator') !== undefined,
    owns: settingSeenBy(node, 'schemaLibrary')?.owns
  })
  if (read === undefined) return {}
  const normalized =
    is404 || node.params.size === 0 ? read : { ...read, params: withPrefixParams(read.params, node.params, where) }
  if (policy.refusesTakenIds) {
    // A custom compiler may give `$id` another meaning.
    const { body, response, ...parts } = normalized
    if (!customValidator) refuseTakenIds(source, [parts, schemasOf(body)])
    if (!customSerializer) refuseTakenIds(source, [...(response?.values() ?? [])].map(schemasOf))
  }
  if (policy.refusesAbsentParameters && !customValidator) refuseAbsent(normalized.params, where, schemasSeenBy(node))
  if (policy.strictResponses) refuseUnreachableResponses(normalized.response, where)
  options.schema = writeOutRouteSchema(given, normalized)
  return normalized
}

function refuseTakenIds(source: PlanSource, schemas: readonly unknown[]): void {
  const id = findIdConflict(schemas, schemasSeenBy(source.node))
  if (id === undefined) return
  const { method, url } = nameOf(source)
  throw new errors.ESP_ERR_SCH_ID_TAKEN(method, url, id, id)
}

const validatorOf = ({ options }: PlanSource, compilers: Compilers) =>
  (options.validatorCompiler as ValidatorCompiler | undefined) ?? compilers.validator()
const serializerOf = ({ options }: PlanSource, compilers: Compilers) =>
  (options.serializerCompiler as SerializerCompiler | undefined) ?? compilers.serializer()

export function compileSchemas(source: PlanSource, compilers: Compilers, context: PlanContext) {
  const where = nameOf(source)
  const schema = resolveSchema(source, compilers, context)
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
 * Whether all schemas of a route are sure to compile, so that compiling them can wait for the first request.
 *
 * @throws ESP_ERR_COMPILED_STALE when the precompiled module lacks a schema
 */
export function mayCompileLater(source: PlanSource, compilers: Compilers, context: PlanContext): boolean {
  const where = nameOf(source)
  const { body, response, ...others } = resolveSchema(source, compilers, context)
  const ofRequest = Object.entries(others).map(([httpPart, schema]) => ({ schema, httpPart }))
  const ofBody = schemasOf(body).map((one) => ({ ...one, httpPart: 'body' }))
  const ofResponse = [...(response ?? [])].flatMap(([httpStatus, declared]) =>
    schemasOf(declared).map((one) => ({ ...one, ...where, httpStatus }))
  )
  // `mayWait` throws for a schema that the precompiled module lacks. So it is called for every schema, even after a `false`.
  const mayWait = [
    ...[...ofRequest, ...ofBody].map((one) =>
      validatorOf(source, compilers).mayWait?.({ ...one, ...where, httpPart: one.httpPart as HttpPart })
    ),
    ...ofResponse.map((one) => serializerOf(source, compilers).mayWait?.(one))
  ]
  return mayWait.every((one) => one === true)
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

/** Implements `request.getValidationFunction` and `request.compileValidationSchema`. */
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

/** Implements `reply.serialize`, `reply.getSerializationFunction` and `reply.compileSerializationSchema`. */
export class RouteSerialization {
  readonly #source: PlanSource
  readonly #serializers: ResponseSerializers | null
  readonly #compilers: Compilers
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
