import { espalier, Type, withDefault } from 'espalier'

const titles = ['Emma', 'Orlando', 'Persuasion', 'The Waves', 'Ulysses']

const page = {
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 3 }), 2),
  from: withDefault(Type.Integer({ minimum: 0 }), 0)
}

export const createApp = () =>
  espalier().get('/books', { schema: { querystring: page } }, ({ query: { limit, from } }) => {
    const end = from + limit
    return { items: titles.slice(from, end), ...(end < titles.length && { next: end }) }
  })
