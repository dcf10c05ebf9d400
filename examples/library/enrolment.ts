/** The staff's work on the members. */
import { sql } from '@electric-sql/pglite/template'
import { plugin, Type } from 'espalier'
import { database } from './database.ts'
import { addMember, findMember, removeMember } from './members.ts'
import { linkPages, PageOf, pageQuery, readPage } from './paging.ts'
import { Id, type Member, NewMember, schemas } from './schemas.ts'

export const enrolment = plugin({
  name: 'enrolment',
  needs: [schemas, database],
  setup: (app) => {
    const member = app.ref('member#')
    const problem = app.ref('problem#')

    app.get(
      '/',
      { schema: { querystring: pageQuery, response: { 200: PageOf(member), '4xx': problem } } },
      async ({ query, url }, reply) => {
        const members = await readPage<Member>(app.db, query, sql`select * from members order by name, id`)
        reply.header('link', linkPages(url, query, members.total))
        return members
      }
    )

    app.post(
      '/',
      { schema: { body: NewMember, response: { 201: member, '4xx': problem } } },
      async ({ body }, reply) => {
        const added = await addMember(app.db, body)
        reply.header('location', `/staff/members/${added.id}`)
        return added
      }
    )

    app.get('/:id', { schema: { params: { id: Id }, response: { 200: member, '4xx': problem } } }, ({ params }) =>
      findMember(app.db, params.id)
    )

    app.delete(
      '/:id',
      { schema: { params: { id: Id }, response: { 204: Type.Null(), '4xx': problem } } },
      async ({ params }, reply) => {
        await removeMember(app.db, params.id)
        return reply.code(204).send()
      }
    )
  }
})
