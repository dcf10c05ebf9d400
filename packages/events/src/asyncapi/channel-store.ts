import type { Declaration } from '../topic/declaration.ts'
import type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiMessage,
  AsyncApiOperation,
  AsyncApiParameter,
  AsyncApiServer,
  Reference
} from './document.ts'
import { type SchemaStore, toKey } from './schema-store.ts'

interface Route {
  readonly address: string
  readonly method: string
  readonly events: Readonly<Record<string, object>>
  readonly describe: (parameter: string) => AsyncApiParameter
}

/** AsyncAPI has no binding for server-sent events. So the HTTP binding declares their media type. */
const streamBindings = {
  http: {
    statusCode: 200,
    headers: { type: 'object', properties: { 'content-type': { type: 'string', const: 'text/event-stream' } } },
    bindingVersion: '0.3.0'
  }
}

export class ChannelStore {
  readonly #schemas: SchemaStore
  readonly #servers: Readonly<Record<string, AsyncApiServer>>
  readonly #channels: Record<string, AsyncApiChannel> = {}
  readonly #operations: Record<string, AsyncApiOperation> = {}
  readonly #messages: Record<string, AsyncApiMessage> = {}
  /** References by schema object. A topic and the routes that stream it share schema objects, so each schema is added once. */
  readonly #payloads = new Map<object, Reference>()

  constructor(schemas: SchemaStore, servers: Readonly<Record<string, AsyncApiServer>>) {
    this.#schemas = schemas
    this.#servers = servers
  }

  addTopic(name: string, { events, version }: Declaration): void {
    const { reset: _, ...appended } = events
    const key = this.#freeKey(name)
    const description = 'A topic of the log, in the order of commits.'
    const channel = this.#add(key, { address: name, description, 'x-version': version }, { events: appended })
    this.#operations[`append_${key}`] = { action: 'send', summary: 'Append an event.', ...channel }
    this.#operations[`read_${key}`] = { action: 'receive', summary: 'Read the events behind a place.', ...channel }
  }

  addRoute(name: string, { address, method, events, describe }: Route): void {
    const key = this.#freeKey(name)
    const description = 'Server-sent events (text/event-stream). The header Last-Event-ID resumes behind an event.'
    const channel = this.#add(key, { address, description }, { events, describe, isRoute: true })
    const bindings = { http: { method, bindingVersion: '0.3.0' as const } }
    this.#operations[key] = { action: 'send', summary: `Stream events to ${method} ${address}.`, ...channel, bindings }
  }

  #add(key: string, channel: Omit<AsyncApiChannel, 'messages'>, { events, describe, isRoute = false }: Contents) {
    const names = [...channel.address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const parameters = Object.fromEntries(names.map((name) => [name, describe?.(name) ?? {}]))
    const servers = Object.entries(this.#servers)
      .filter(([, { protocol }]) => /^https?$/.test(protocol) === isRoute)
      .map(([name]) => ({ $ref: `#/servers/${name}` }))
    const messages = Object.entries(events).map(([event, schema]) => {
      const own = isRoute ? { bindings: streamBindings } : {}
      const summary = event === 'reset' && isRoute ? { summary: 'Events are missing: load anew.' } : {}
      const payload = this.#payload(`${key}.${event}`, schema)
      this.#messages[toKey(`${key}.${event}`)] = {
        name: event,
        ...summary,
        contentType: 'application/json',
        payload,
        ...own
      }
      return [toKey(event), { $ref: `#/components/messages/${toKey(`${key}.${event}`)}` }] as const
    })
    this.#channels[key] = {
      ...channel,
      ...(names.length > 0 && { parameters }),
      ...(servers.length > 0 && { servers }),
      messages: Object.fromEntries(messages)
    }
    const own = messages.map(([name]) => ({ $ref: `#/channels/${key}/messages/${name}` }))
    return { channel: { $ref: `#/channels/${key}` }, messages: own }
  }

  #payload(name: string, schema: object): Reference {
    const known = this.#payloads.get(schema) ?? this.#schemas.add(name, schema)
    this.#payloads.set(schema, known)
    return known
  }

  #freeKey(name: string): string {
    const key = toKey(name)
    let free = key
    for (let count = 2; free in this.#channels; count++) free = `${key}_${count}`
    return free
  }

  toJSON(): Pick<AsyncApiDocument, 'channels' | 'operations' | 'components'> {
    const components = { messages: this.#messages, schemas: this.#schemas.toJSON() }
    return { channels: this.#channels, operations: this.#operations, components }
  }
}

interface Contents {
  readonly events: Readonly<Record<string, object>>
  readonly describe?: Route['describe']
  readonly isRoute?: boolean
}
