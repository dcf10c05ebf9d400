// Elysia with its own schemas, which it compiles itself; it checks answers against theirs instead of serializing by it.
import { Elysia, t } from 'elysia'
import { small, toUserAnswer } from '../schema.mjs'

const User = t.Object({
  name: t.String({ minLength: 1, maxLength: 80 }),
  email: t.String({ maxLength: 120 }),
  age: t.Integer({ minimum: 0, maximum: 150 }),
  role: t.Union([t.Literal('reader'), t.Literal('writer'), t.Literal('owner')]),
  tags: t.Optional(t.Array(t.String(), { maxItems: 20 })),
  address: t.Object({ street: t.String(), city: t.String(), zip: t.String(), country: t.String() }),
  biography: t.Optional(t.String({ maxLength: 1000 }))
})
const UserAnswer = t.Object({
  id: t.Integer(),
  name: t.String(),
  email: t.String(),
  age: t.Integer(),
  role: t.String(),
  tags: t.Array(t.String())
})
const ItemAnswer = t.Object({ id: t.Integer(), page: t.Integer(), limit: t.Integer(), active: t.Boolean() })
const Query = t.Object({ page: t.Integer(), limit: t.Integer(), active: t.BooleanString() })

/** @param options such as the adapter of a runtime */
export function createApp(options) {
  return new Elysia(options)
    .get('/small', () => small)
    .get(
      '/items/:id',
      ({ params, query }) => ({ id: params.id, page: query.page, limit: query.limit, active: query.active }),
      { params: t.Object({ id: t.Integer() }), query: Query, response: ItemAnswer }
    )
    .post('/users', ({ body, status }) => status(201, toUserAnswer(body)), {
      body: User,
      response: { 201: UserAnswer }
    })
}
