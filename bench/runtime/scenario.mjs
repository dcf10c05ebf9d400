// What the servers on other runtimes are asked: three of the questions of `bench/scenario.mjs`, the second with a response schema.
import { scenarios as all } from '../scenario.mjs'

const integer = { type: 'integer' }
const properties = { id: integer, page: integer, limit: integer, active: { type: 'boolean' } }

export const itemAnswer = { type: 'object', properties, required: Object.keys(properties) }

const titles = {
  1: 'GET small JSON',
  3: 'GET params + query coerced, response schema',
  4: 'POST 500 B validated, 201 with a response schema'
}

export const scenarios = all.filter(({ id }) => id in titles).map((one) => ({ ...one, title: titles[one.id] }))
