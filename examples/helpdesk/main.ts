/** `npm start helpdesk`: opens the help desk, and says what to try. */
import { withOptions } from '../options.ts'
import { createHelpDesk } from './app.ts'
import { helpDeskSettings } from './settings.ts'

const env = helpDeskSettings.read(withOptions(process.env, 'HELPDESK_DATA'))
const app = createHelpDesk(env)

try {
  console.log(`Opening ${env.HELPDESK_DATA} …`)
  console.log(welcome(await app.listen({ port: env.PORT, host: env.HOST, closeOn: ['SIGINT', 'SIGTERM'] })))
} catch (error) {
  console.error(error)
  process.exitCode = 1
  await app.close()
}

function welcome(address: string) {
  const curl = "curl -b jar -c jar -H 'content-type: application/json'"
  return `
The help desk is open at ${address}, and described at ${address}/docs
Its data stay in ${env.HELPDESK_DATA}. Ctrl+C closes it.

Sign up and log in; the cookie stays in the file jar:
  ${curl} ${address}/api/accounts -d '{"name":"ada","password":"a long secret"}'
  ${curl} ${address}/api/session -d '{"name":"ada","password":"a long secret"}'

Found an organization, and open a ticket:
  ${curl} ${address}/api/orgs -d '{"slug":"acme","title":"Acme"}'
  ${curl} ${address}/api/orgs/acme/tickets -d '{"title":"The printer is on fire","text":"Again."}'

Attach a file, and listen to what happens:
  curl -b jar ${address}/api/orgs/acme/tickets/1/attachments -F file=@README.md
  curl -b jar -N ${address}/api/orgs/acme/events
`
}
