/** `npm start realworld`: opens Conduit, and says what to try. */
import { explainFailure } from '../explain-failure.ts'
import { withOptions } from '../options.ts'
import { createConduit } from './app.ts'
import { type ConduitSettings, conduitSettings } from './settings.ts'

async function open(env: ConduitSettings) {
  const app = createConduit(env)
  console.log(`Opening ${env.CONDUIT_DATA} …`)
  try {
    console.log(welcome(await app.listen({ port: env.PORT, host: env.HOST, closeOn: ['SIGINT', 'SIGTERM'] }), env))
  } catch (error) {
    await app.close()
    throw error
  }
}

try {
  await open(conduitSettings.read(withOptions(process.env, 'CONDUIT_DATA')))
} catch (error) {
  console.error(explainFailure(error, 'npm start realworld', 'conduit'))
  process.exitCode = 1
}

function welcome(address: string, { CONDUIT_DATA: folder }: ConduitSettings) {
  const json = "-H 'content-type: application/json'"
  return `
Conduit is open at ${address}/api
Its data stay in ${folder}. Ctrl+C closes it.

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
