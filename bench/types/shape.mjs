// Four shapes that applications have, each with the routes of the floor in modules of ten: { name, toModules, toMain }.
import { contenders } from './contenders.mjs'
import { schemas } from './programs.mjs'

const framework = '../../../../dist/src/index.js'
const join = (numbers, toUnit) => numbers.map(toUnit).join('\n')
const parts = (n) =>
  `params: params${n}, querystring: query${n}, body: body${n}, response: { 200: ok${n}, 404: missing${n} }`

const handler = (n) => `async (request, reply) => {
  if (request.params.id${n} === request.query.page${n}) return reply.code(404).send({ error${n}: 'none' })
  return { id${n}: request.params.id${n}, name${n}: request.body.name${n} }
}`

const registering = (names) => `import { espalier } from '${framework}'
${join(names, (name) => `import { ${name} } from './${name}.js'`)}
const app = espalier()
${join(names, (name) => `app.register(${name})`)}
`

const asStatements = {
  name: 'statements',
  toModules: (name, numbers) => ({
    [name]: contenders.find((contender) => contender.name === 'espalier').toModule(name, numbers)
  }),
  toMain: registering
}

/** Routes chained behind a declaration, in a setup that is one expression. */
const chained = {
  name: 'chained',
  toModules: (name, numbers) => ({
    [name]: `import { plugin, Type, value } from '${framework}'
${join(numbers, schemas)}
export const ${name} = plugin({ name: '${name}', setup: (app) => app.decorateRequest('user', value<{ name: string } | null>(null))
${join(numbers, (n) => `.post('/things${n}/:id${n}', { schema: { ${parts(n)} } }, ${handler(n)})`)}
})
`
  }),
  toMain: registering
}

/** Endpoints in one module, their handlers in another. */
const endpoints = {
  name: 'endpoints',
  toModules: (name, numbers) => ({
    [`contract-${name}`]: `import { endpoint, Type } from '${framework}'
${join(numbers, (n) => `${schemas(n)}\nexport const post${n} = endpoint('POST /things${n}/:id${n}', { ${parts(n)} })`)}
`,
    [name]: `import { plugin } from '${framework}'
import * as contract from './contract-${name}.js'
export const ${name} = plugin({ name: '${name}', setup: (app) => {
${join(numbers, (n) => `app.route(contract.post${n}, ${handler(n)})`)}
} })
`
  }),
  toMain: registering
}

const guardsOf = (n) => (n % 2 === 0 ? 'requireAgent' : '[requireAgent, requireOwner]')

/** Routes below a prefix with a parameter, whose requests have what a guard and a derive give; each has one guard more, or a list of two. */
const groups = {
  name: 'groups',
  toModules: (name, numbers) => ({
    [name]: `import { guard, plugin, Type } from '${framework}'
import { identity } from './identity.js'
const requireAgent = guard(async ({ member }: { member: { name: string } }, reply) =>
  member.name === '' ? reply.code(403).send() : { agent: member })
const requireOwner = guard(async ({ user }: { user: { name: string } }, reply) =>
  user.name === '' ? reply.code(403).send() : { owner: user })
export const ${name} = plugin({ name: '${name}', needs: [identity], setup: (app) => {
app.register(async (context) => {
const group = context.derive('onRequest', async ({ params, user }) => ({ member: { name: user.name + params.${name} } }))
${join(
  numbers,
  (n) => `${schemas(n)}
group.post('/things${n}/:id${n}', { onRequest: ${guardsOf(n)}, schema: { ${parts(n)} } }, ${handler(n)})`
)}
}, { prefix: '/${name}/:${name}', params: { ${name}: Type.String() } })
} })
`
  }),
  toMain: (names) =>
    registering(names)
      .replace('espalier()', 'espalier().register(identity)')
      .concat("import { identity } from './identity.js'\n"),
  shared: {
    identity: `import { guard, shared } from '${framework}'
export const identity = shared({ name: 'identity', setup: (app) => app.addHook('onRequest', guard(async (request, reply) =>
  request.headers.from === undefined ? reply.code(401).send() : { user: { name: request.headers.from } })) })
`
  }
}

const floor = {
  name: 'floor',
  toModules: (name, numbers) => ({
    [name]: contenders.find((contender) => contender.name === 'floor').toModule(name, numbers)
  }),
  toMain: (names) => join(names, (name) => `import { ${name} } from './${name}.js'\nconsole.log(${name})`)
}

export { floor }
export const shapes = [asStatements, chained, endpoints, groups]
