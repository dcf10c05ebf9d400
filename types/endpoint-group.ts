// Groups of endpoints, which share a path prefix and schemas. Implementation: src/contract/endpoint.ts.
import type { Nothing } from './context.ts'
import type { Endpoint, EndpointTarget, MethodOf, PathOf } from './endpoint.ts'
import type { PartSchema } from './part-schema.ts'
import type { ParamsOf } from './path.ts'
import type { Refusal } from './refusal.ts'
import type { Omitted } from './request.ts'
import type { AnswerableMap, AnyResponse } from './response.ts'
import type { RouteSchema } from './route.ts'
import type { Fields } from './schema.ts'

/** An endpoint of a group: `'METHOD /path'`, alone or in a list with its own schemas. The group's prefix precedes the path. */
export type EndpointMember = string | readonly [target: string, schema: MemberSchema]

type MemberSchema = RouteSchema<Fields, PartSchema, PartSchema, PartSchema, AnswerableMap>

/** The schemas that the endpoints of a group share: params and responses, and texts for OpenAPI. */
export interface SharedSchema<Params, Responses>
  extends Omit<RouteSchema<Params, never, never, never, Responses>, 'querystring' | 'query' | 'headers' | 'body'> {}

/** Makes a group of endpoints: `endpoints('/orgs/:org', { params, response }, { list: 'GET /tickets' })`. */
export type EndpointsFunction = <
  const Prefix extends `/${string}`,
  const Members extends Readonly<Record<string, EndpointMember>>,
  const Params extends Fields = Nothing,
  const Responses extends AnswerableMap = Nothing
>(
  prefix: Prefix,
  shared: SharedSchema<ParamsOf<Params, Prefix>, Responses>,
  members: Members & { readonly [Name in keyof Members]: Checked<Members[Name], Prefix> }
) => { readonly [Name in keyof Members]: Grouped<Prefix, Params, Responses, Members[Name]> }

type Checked<Member, Prefix extends string> = Member extends string
  ? CheckedTarget<Member>
  : Member extends readonly [infer At extends string, infer Own]
    ? readonly [CheckedTarget<At>, CheckedSchema<Own, `${Prefix}${PathOf<At>}`>]
    : unknown

type CheckedTarget<At extends string> = string extends At ? unknown : EndpointTarget<At>

type CheckedSchema<Own, Path extends string> = {
  readonly [Key in keyof Own]: Key extends 'params'
    ? ParamsOf<Own[Key], Path>
    : Key extends keyof RouteSchema
      ? unknown
      : Refusal<`'${Key & string}' is no part of a route's schema`>
}

type Grouped<Prefix extends string, Params, Responses, Member> = Member extends string
  ? GroupedAt<Prefix, Params, Responses, Member, Nothing>
  : Member extends readonly [infer At extends string, infer Own]
    ? GroupedAt<Prefix, Params, Responses, At, Own>
    : never

type GroupedAt<Prefix extends string, Params, Responses, At extends string, Own> = Endpoint<
  MethodOf<At>,
  PathOf<At> extends '/' ? Prefix : `${Prefix}${PathOf<At>}`,
  OrOmitted<Joined<Params, PartOf<Own, 'params', Nothing>>>,
  PartOf<Own, 'querystring', PartOf<Own, 'query', Omitted>>,
  PartOf<Own, 'headers', Omitted>,
  PartOf<Own, 'body', Omitted>,
  OrAnyResponse<Joined<Responses, PartOf<Own, 'response', Nothing>>>
>

type PartOf<Own, Name extends string, Otherwise> = Own extends { readonly [_ in Name]: infer Part } ? Part : Otherwise

// An entry of the endpoint overrides the group's entry.
type Joined<Common, Own> = {
  readonly [Key in keyof Common | keyof Own]: Key extends keyof Own ? Own[Key] : Common[Key & keyof Common]
}

type OrOmitted<Params> = [keyof Params] extends [never] ? Omitted : Params
type OrAnyResponse<Responses> = [keyof Responses] extends [never] ? AnyResponse : Responses
