/** Random applications, and requests that trigger each documented response. */
import fc from 'fast-check'
import { httpError } from '../../../../src/index.ts'
import type { Anything } from '../../../../test/anything.ts'
import { createApp, type Wild } from '../../../../test/security/wild.ts'

const fields = {
  a: { type: 'string' },
  b: { type: 'integer', default: 1 },
  c: { type: 'array', items: { type: 'string' } }
}
const everything = { a: 'x', b: 1, c: ['y'] }
type Field = keyof typeof fields

const bodyTypes = ['application/json', 'text/plain'] as const
const answerTypes = ['application/json', 'text/plain', 'text/csv'] as const

interface Answer {
  readonly types: readonly (typeof answerTypes)[number][]
  readonly fields: readonly Field[]
  readonly isShared: boolean
  readonly headers: readonly string[]
}

export interface Route {
  readonly path: string
  readonly method: string
  readonly query: readonly string[]
  readonly headers: readonly string[]
  readonly body:
    | { readonly types: readonly (typeof bodyTypes)[number][]; readonly fields: readonly Field[] }
    | undefined
  readonly answers: Readonly<Record<string, Answer>>
}

export interface Spec {
  readonly routes: readonly Route[]
  readonly hasErrorHandler: boolean
}

const some = <Value extends string>(values: readonly Value[]) => fc.subarray([...values])
const fieldNames = Object.keys(fields) as Field[]

const answer = fc.record({
  types: some(answerTypes),
  fields: some(fieldNames),
  isShared: fc.boolean(),
  headers: some(['x-one', 'x-two'])
})

const statuses = ['200', '201', '404', '4xx', 'default'] as const

const route: fc.Arbitrary<Route> = fc
  .record({
    path: fc.constantFrom('/a', '/a/:id', '/b/:id/c/:key', '/d'),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    query: some(['one', 'two']),
    headers: some(['x-a', 'X-B']),
    body: fc.option(fc.record({ types: fc.subarray([...bodyTypes], { minLength: 1 }), fields: some(fieldNames) }), {
      nil: undefined
    }),
    answers: fc.dictionary(fc.constantFrom(...statuses), answer, { maxKeys: 3 })
  })
  .map((each) => (each.method === 'GET' ? { ...each, body: undefined } : each))

export const specs: fc.Arbitrary<Spec> = fc.record({
  routes: fc.uniqueArray(route, { selector: ({ path, method }) => `${method} ${path}`, maxLength: 4 }),
  hasErrorHandler: fc.boolean()
})

export function reduce({ routes, hasErrorHandler }: Spec, bits: readonly boolean[]): Spec {
  let turn = 0
  const isKept = () => bits[turn++ % bits.length] === true
  const keep = <Value>(values: readonly Value[]) => values.filter(isKept)
  return {
    hasErrorHandler,
    routes: keep(routes).map((each) => ({
      ...each,
      query: keep(each.query),
      headers: keep(each.headers),
      body: each.body !== undefined && isKept() ? { ...each.body, fields: keep(each.body.fields) } : undefined,
      answers: Object.fromEntries(
        keep(Object.entries(each.answers)).map(([status, one]) => [
          status,
          { ...one, types: keep(one.types), fields: keep(one.fields), headers: keep(one.headers) }
        ])
      )
    }))
  }
}

const objectOf = (names: readonly Field[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, fields[name]]))
})
const schemaOf = (type: string, { fields: names, isShared }: { fields: readonly Field[]; isShared?: boolean }) => {
  if (type !== 'application/json') return { type: 'string' }
  return isShared === true ? { $ref: 'thing#' } : objectOf(names)
}
const contentOf = (types: readonly string[], part: { fields: readonly Field[]; isShared?: boolean }) =>
  Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type, part) }]))
const integers = (names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name.toLowerCase(), { type: 'integer' }]))
})

function toSchema({ path, query, headers, body, answers }: Route): object {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const response = Object.entries(answers).map(([status, each]) => {
    const described = each.headers.map((name) => [name, { type: 'string' }])
    const whole = { headers: Object.fromEntries(described), content: contentOf(each.types, each) }
    return [status, each.types.length === 0 ? { type: 'null' } : whole]
  })
  return {
    ...(params.length > 0 && { params: integers(params) }),
    ...(query.length > 0 && { querystring: integers(query) }),
    ...(headers.length > 0 && { headers: integers(headers) }),
    ...(body !== undefined && { body: { content: contentOf(body.types, body) } }),
    ...(response.length > 0 && { response: Object.fromEntries(response) })
  }
}

export async function createRandomApp({ routes, hasErrorHandler }: Spec): Promise<Wild> {
  const { app } = createApp({ logger: false })
  app.addSchema({ $id: 'thing', ...objectOf(['a', 'b']) })
  if (hasErrorHandler)
    app.setErrorHandler(({ message }: Error, _request: Anything, reply: Anything) =>
      reply
        .code(message.startsWith('ghost') ? 599 : 400)
        .type('text/plain')
        .send(message)
    )
  for (const { path, method, answers, ...rest } of routes) {
    const handler = (request: Anything, reply: Anything) => {
      const [status = '', type = ''] = String(request.headers['x-answer']).split(' ')
      const declared = Object.keys(answers).find(
        (key) => key === status || key.replace('xx', '18') === status || (key === 'default' && status === '300')
      )
      const isFree = !Object.keys(answers).some((key) => /^(?:2|default)/.test(key)) && status === '202'
      if (isFree) return reply.code(202).send({ any: 'thing' })
      if (declared === undefined && !hasErrorHandler && answers.default === undefined && /^[45]/.test(status))
        throw httpError(Number(status) as 418, 'ASKED', 'asked for')
      const one = declared === undefined ? undefined : answers[declared]
      if (one === undefined) throw new Error(`ghost ${status}`)
      if (one.types.length === 0 && type === '') return reply.code(Number(status)).send()
      if (!one.types.includes(type as never)) throw new Error(`ghost ${type}`)
      return reply
        .code(Number(status))
        .type(type)
        .send(type === 'application/json' ? everything : 'text')
    }
    app.route({ method, url: path, schema: toSchema({ path, method, answers, ...rest }), handler })
  }
  await app.ready()
  return app
}
