/** The organization that a request is about, and what its sender may do there. */
import { guard, httpError, plugin, shared } from 'espalier'
import { documented } from 'espalier/openapi'
import { accountService, type Member } from './accounts.ts'
import { members } from './endpoints.ts'
import { identity } from './identity.ts'
import { Slug } from './schemas.ts'

/** Gives every request below `/:org` a member of that organization; anybody else gets a 404. */
export const tenancy = shared({
  name: 'tenancy',
  needs: [accountService, identity],
  params: { org: Slug },
  setup: (app) =>
    app.derive(
      'onRequest',
      documented(async ({ params, account }) => ({ member: await app.accounts.memberOf(params.org, account) }), {
        errors: [404]
      })
    )
})

/** Lets agents pass. */
export const requireAgent = documented(
  guard(async ({ member }: { member: Member }) => {
    if (member.role !== 'agent') throw httpError(403, 'FOR_AGENTS', 'Only agents may do this.')
    return { agent: member }
  }),
  { errors: [403] }
)

export const memberRoutes = plugin({
  name: 'member-routes',
  needs: [tenancy],
  setup: (app) => {
    app.route(members.appoint, { onRequest: requireAgent }, async ({ agent, params, body }, reply) => {
      await app.accounts.appoint(agent.orgId, params.name, body.role)
      return reply.code(204).send()
    })
  }
})
