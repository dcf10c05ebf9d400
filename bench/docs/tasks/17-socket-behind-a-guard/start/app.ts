import { espalier, guard } from 'espalier'

const requireMember = guard(async function requireMember({ headers }, reply) {
  return headers.authorization === 'secret' ? { member: 'Ada' } : reply.code(401).send({ message: 'Who are you?' })
})

export const createApp = async () => espalier().get('/me', { onRequest: [requireMember] }, ({ member }) => member)
