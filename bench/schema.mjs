// The schemas of the scenarios and the data that they describe, the same for every server.
const text = { type: 'string' }
const integer = { type: 'integer' }

const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })

export const smallAnswer = object({ hello: text, count: integer })

export const itemParams = object({ id: integer })
export const itemQuery = object({ page: integer, limit: integer, active: { type: 'boolean' } })

export const userBody = object(
  {
    name: { type: 'string', minLength: 1, maxLength: 80 },
    email: { type: 'string', maxLength: 120 },
    age: { type: 'integer', minimum: 0, maximum: 150 },
    role: { type: 'string', enum: ['reader', 'writer', 'owner'] },
    tags: { type: 'array', items: text, maxItems: 20 },
    address: object({ street: text, city: text, zip: text, country: text }),
    biography: { type: 'string', maxLength: 1000 }
  },
  ['name', 'email', 'age', 'role', 'address']
)
export const userAnswer = object({
  id: integer,
  name: text,
  email: text,
  age: integer,
  role: text,
  tags: { type: 'array', items: text }
})

export const listAnswer = {
  type: 'array',
  items: object({
    id: integer,
    name: text,
    email: text,
    active: { type: 'boolean' },
    score: { type: 'number' },
    note: text
  })
}

export const small = { hello: 'world', count: 42 }

export const user = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  age: 36,
  role: 'writer',
  tags: ['mathematics', 'engines', 'poetry'],
  address: { street: '12 St James’s Square', city: 'London', zip: 'SW1Y 4JH', country: 'GB' },
  biography: 'Wrote the first programme for a machine that was never finished, and saw what it could be for. '
    .repeat(3)
    .trim()
}

export const list = Array.from({ length: 100 }, (_, id) => ({
  id,
  name: `Customer number ${id}`,
  email: `customer.${id}@example.com`,
  active: id % 3 === 0,
  score: id * 1.5,
  note: 'called twice, will come back'
}))

export const bulk = {
  items: Array.from({ length: 565 }, (_, id) => ({
    id,
    name: `Article number ${id}`,
    price: id * 2.25,
    description: 'an article of the shop, as the import lists it'
  }))
}

/** What a handler answers to an accepted user. */
export const toUserAnswer = ({ name, email, age, role, tags }) => ({ id: 7, name, email, age, role, tags })
