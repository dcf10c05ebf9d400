/** `npm start realworld`: opens Conduit, and says what to try. */
import { createConduit } from './app.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.argv.slice(2), process.env)
const app = createConduit(settings)

try {
  console.log(`Opening ${settings.folder} …`)
  console.log(welcome(await app.listen({ ...settings, closeOn: ['SIGINT', 'SIGTERM'] })))
} catch (error) {
  console.error(error)
  process.exitCode = 1
  await app.close()
}

function welcome(address: string) {
  const json = "-H 'content-type: application/json'"
  return `
Conduit is open at ${address}/api
Its data stay in ${settings.folder}. Ctrl+C closes it.

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
