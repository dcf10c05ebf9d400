/** Generates a document of AsyncAPI 3.0 from the topics and the routes of an application. Published as `@espalier/events/asyncapi`. */
import { attachedSchemas } from '../topic/attached-schemas.ts'
import { schemasOf } from '../topic/declaration.ts'
import { declarationOf, type Topic } from '../topic/topic.ts'
import { ChannelStore } from './channel-store.ts'
import type { AsyncApiDocument, AsyncApiInfo, AsyncApiParameter, AsyncApiServer } from './document.ts'
import { SchemaStore } from './schema-store.ts'

export type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiInfo,
  AsyncApiMessage,
  AsyncApiOperation,
  AsyncApiParameter,
  AsyncApiServer,
  Reference
} from './document.ts'

/** An endpoint of espalier, as `endpoint('GET /news', …)` returns it. */
export interface AsyncApiRoute {
  readonly method: string
  readonly path: string
  readonly schema: object
}

export interface AsyncApiOptions {
  readonly info: AsyncApiInfo
  /** The topics. Braces in a key make a parameter of the channel: `tickets.of('{org}')` has the address `tickets/{org}`. */
  readonly topics: readonly Topic<unknown>[]
  /** Endpoints by name. Endpoints with a response `events({ … })` become channels. Other endpoints are ignored. */
  readonly routes?: Readonly<Record<string, AsyncApiRoute>>
  /** Servers by name. Channels of routes use the servers with `http` or `https`, and channels of topics the other servers. */
  readonly servers?: Readonly<Record<string, AsyncApiServer>>
  /** Schemas with an `$id` to which schemas of routes refer. The option is not needed for schemas of topics. */
  readonly schemas?: readonly object[]
}

/**
 * Returns a document of AsyncAPI 3.0. Each topic is a channel with an operation for appending events and one for reading. Each route that streams
 * events is a channel with one operation, which sends its events and `reset`.
 *
 * @throws EventLogError ESP_ERR_EVENT_TOPIC when a value is not a topic, or a schema refers to an unknown schema
 * @example
 * const news = topic('news', events({ told: Type.String() }))
 * createAsyncApi({ info: { title: 'News', version: '1.0.0' }, topics: [news] }).channels.news.address // 'news'
 */
export function createAsyncApi({
  info,
  topics,
  routes = {},
  servers,
  schemas = []
}: AsyncApiOptions): AsyncApiDocument {
  const declared = topics.map((topic) => ({ name: topic.name, declaration: declarationOf(topic) }))
  const streams = Object.entries(routes).flatMap(([name, route]) =>
    streamsOf(route).map((events) => ({ name, route, events }))
  )
  const shared = declared.flatMap(({ declaration }) => declaration.shared)
  const store = new SchemaStore([...shared, ...schemas, ...attachedSchemas(streams.map(({ events }) => events))])
  const channels = new ChannelStore(store, servers ?? {})
  for (const { name, declaration } of declared) channels.addTopic(name, declaration)
  for (const { name, route, events } of streams)
    channels.addRoute(name, { ...toAddress(route), method: route.method, events })
  return {
    asyncapi: '3.0.0',
    info,
    defaultContentType: 'application/json',
    ...(servers !== undefined && { servers }),
    ...channels.toJSON()
  }
}

const streamsOf = ({ schema }: AsyncApiRoute) =>
  Object.values(Object(Reflect.get(schema, 'response')))
    .map(schemasOf)
    .filter((events) => events !== undefined)

/** Converts the path of a route to an address: `/orgs/:org/*` to `/orgs/{org}/{wildcard}`. */
function toAddress({ path, schema }: AsyncApiRoute) {
  const address = path.replaceAll(/:(\w+)(?:\([^/]*\))?\??/g, '{$1}').replaceAll('*', '{wildcard}')
  const params: unknown = Reflect.get(schema, 'params')
  const fields = Object(Reflect.get(Object(params), 'properties') ?? params)
  const describe = (name: string): AsyncApiParameter => {
    const { description, enum: values }: Record<string, unknown> = Object(Reflect.get(fields, name))
    return {
      ...(typeof description === 'string' && { description }),
      ...(Array.isArray(values) && { enum: values.map(String) })
    }
  }
  return { address, describe }
}
