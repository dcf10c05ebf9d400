/** `npm start realworld`: opens Conduit, and says what to try. */
import { withOptions } from '../options.ts'
import { createConduit } from './app.ts'
import { conduitSettings } from './settings.ts'

const env = conduitSettings.read(withOptions(process.env, 'CONDUIT_DATA'))
const app = createConduit(env)

try {
  console.log(`Opening ${env.CONDUIT_DATA} …`)
  console.log(welcome(await app.listen({ port: env.PORT, host: env.HOST, closeOn: ['SIGINT', 'SIGTERM'] })))
} catch (error) {
  console.error(error)
  process.exitCode = 1
  await app.close()
}

function welcome(address: string) {
  const json = "-H 'content-type: application/json'"
  return `
Conduit is open at ${address}/api
Its data stay in ${env.CONDUIT_DATA}. Ctrl+C closes it.

Register, and keep the token of the answer:
  curl ${address}/api/users ${json} \\
    -d '{"user":{"username":"ada","email":"ada@example.com","password":"a long secret"}}'

Write:
  curl ${address}/api/articles -H "authorization: Token $TOKEN" ${json} \\
    -d '{"article":{"title":"Hello","description":"A first article","body":"…","tagList":["first"]}}'

Read:
  curl ${address}/api/articles
`
}
