/** Random damage to documents: a member that is missing, unknown, renamed or of another type. */
import fc from 'fast-check'
import type { Anything } from '../../../../test/anything.ts'

export type Mutation = readonly [place: number, change: number, value: number]

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.tuple(fc.nat(10_000), fc.nat(100), fc.nat(100)),
  { minLength: 1, maxLength: 4 }
)

const string = { type: 'string' }
const json = (schema: object) => ({ 'application/json': { schema } })
const ok = { 200: { description: 'OK' } }
const flow = { scopes: { read: 'Reads.' } }
const [authorizationUrl, tokenUrl] = ['https://example.com/authorize', 'https://example.com/token']

const parameters = {
  page: { name: 'page', in: 'query', schema: { type: 'integer' }, style: 'form', explode: true },
  id: { name: 'id', in: 'path', required: true, schema: string, style: 'simple' },
  trace: { name: 'x-trace', in: 'header', content: json(string) },
  seen: { name: 'seen', in: 'cookie', schema: string, examples: { few: { summary: 'Few.', value: 'a' } } }
}

const securitySchemes = {
  key: { type: 'apiKey', name: 'x-key', in: 'header' },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  connect: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com/.well-known/openid-configuration' },
  oauth: {
    type: 'oauth2',
    flows: {
      implicit: { ...flow, authorizationUrl },
      password: { ...flow, tokenUrl },
      authorizationCode: { ...flow, authorizationUrl, tokenUrl, refreshUrl: tokenUrl }
    }
  }
}

const told = {
  summary: 'Told.',
  tags: ['shop'],
  externalDocs: { url: 'https://example.com/told' },
  parameters: [parameters.page, parameters.trace],
  requestBody: { required: true, content: json({ type: 'object', properties: { a: string } }) },
  responses: {
    200: { description: 'OK', headers: { 'x-rate': { schema: { type: 'integer' }, description: 'Left.' } } },
    '4XX': { description: 'Refused', content: { 'text/plain': { schema: string, example: 'no' } } },
    default: {
      description: 'Else',
      links: { next: { operationId: 'told', parameters: { page: '$response.body#/a' } } }
    }
  },
  callbacks: { done: { '{$request.body#/a}': { post: { responses: ok } } } },
  security: [{ key: [] }, { oauth: ['read'] }],
  deprecated: false
}

export const wholeOf = (document: Anything): Anything => ({
  ...document,
  info: {
    ...document.info,
    contact: { name: 'Shop', url: 'https://example.com', email: 'shop@example.com' },
    license: { name: 'MIT', identifier: 'MIT' },
    termsOfService: 'https://example.com/terms'
  },
  servers: [{ url: 'https://{zone}.example.com', variables: { zone: { default: 'eu', enum: ['eu', 'us'] } } }],
  tags: [{ name: 'shop', description: 'All.', externalDocs: { url: 'https://example.com/shop' } }],
  externalDocs: { url: 'https://example.com/docs', description: 'More.' },
  webhooks: { told: { post: { ...told, operationId: 'told' } } },
  components: {
    ...document.components,
    ...{ parameters, securitySchemes },
    headers: { rate: { schema: { type: 'integer' }, style: 'simple' }, trace: { content: json(string) } },
    responses: { gone: { description: 'Gone', content: json(string) } },
    requestBodies: {
      some: { description: 'Some.', content: { 'multipart/form-data': { schema: {}, encoding: encoding() } } }
    },
    links: { next: { operationRef: '#/webhooks/told/post', server: { url: '/' } } },
    examples: { few: { value: 1 }, more: { externalValue: 'https://example.com/more.json' } },
    callbacks: { done: { '{$request.body#/a}': { post: { responses: ok } } } },
    pathItems: { some: { summary: 'Some.', get: { responses: ok } } }
  }
})

const encoding = () => ({ file: { contentType: 'image/png', headers: { 'x-size': { schema: { type: 'integer' } } } } })

const odd = [
  1,
  -0.5,
  '',
  'odd text',
  'a{b}',
  null,
  true,
  false,
  [],
  {},
  [1],
  [{}],
  ['a', 'a'],
  { a: 1 },
  { $ref: '#/no' }
]
const oddNames = ['odd', 'a b', '600', '20', 'constructor', 'schema', 'content', 'example', 'in', 'type', 'x-more']

const opaque = /^(?:schema|schemas|example|value|x-.*)$/

function* spotsIn(part: Anything): Generator<[holder: Anything, name: string]> {
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part)) {
    yield [part, name]
    if (!opaque.test(name)) yield* spotsIn(value)
  }
}

/** One of the validators fails for a parameter whose schema is `true`. */
const oddFor = (name: string, value: number) => {
  const one = odd[value % odd.length]
  return structuredClone(name === 'schema' && typeof one === 'boolean' ? null : one)
}

const changes: readonly ((holder: Anything, name: string, value: number) => unknown)[] = [
  (holder, name) => (Array.isArray(holder) ? holder.splice(Number(name), 1) : delete holder[name]),
  (holder, name, value) => set(holder, name, oddFor(name, value)),
  (holder, name, value) => {
    const kept = holder[name]
    if (!Array.isArray(holder)) delete holder[name]
    set(holder, oddNames[value % oddNames.length] ?? '', kept)
  },
  (holder, _name, value) => {
    const name = oddNames[value % oddNames.length] ?? ''
    set(holder, name, oddFor(name, value * 7))
  },
  (holder, name, value) => {
    const members = Object.keys(Object(holder[name]))
    const one = members[value % members.length]
    if (one !== undefined && typeof holder[name] === 'object')
      set(holder[name], oddNames[(value * 5) % oddNames.length] ?? '', structuredClone(holder[name][one]))
  }
]

function set(holder: Anything, name: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value)
  else holder[name] = value
}

export function mutated(given: object, list: readonly Mutation[]): Anything {
  const document = structuredClone(given)
  for (const [place, change, value] of list) {
    const spots = [...spotsIn(document)]
    const [holder, name] = spots[place % spots.length] ?? [document, 'info']
    changes[change % changes.length]?.(holder, name, value)
  }
  return document
}
