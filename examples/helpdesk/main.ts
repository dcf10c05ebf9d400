/** `npm start helpdesk`: opens the help desk, and says what to try. */
import { explainFailure } from '../explain-failure.ts'
import { withOptions } from '../options.ts'
import { createHelpDesk } from './app.ts'
import { type HelpDeskSettings, helpDeskSettings } from './settings.ts'

async function open(env: HelpDeskSettings) {
  const app = createHelpDesk(env)
  // The first socket that systemd opens has the number 3.
  const place = env.LISTEN_FDS > 0 && env.LISTEN_PID === process.pid ? { fd: 3 } : { port: env.PORT, host: env.HOST }
  console.log(`Opening ${env.HELPDESK_DATA} …`)
  try {
    const ending = { closeOn: ['SIGINT', 'SIGTERM'] as const, notice: env.NOTICE, drain: env.DRAIN }
    console.log(welcome(await app.listen({ ...place, ...ending }), env))
  } catch (error) {
    await app.close()
    throw error
  }
}

try {
  await open(helpDeskSettings.read(withOptions(process.env, 'HELPDESK_DATA')))
} catch (error) {
  console.error(explainFailure(error, 'npm start helpdesk', 'helpdesk'))
  process.exitCode = 1
}

function welcome(address: string, { HELPDESK_DATA: folder }: HelpDeskSettings) {
  const curl = "curl -b jar -c jar -H 'content-type: application/json'"
  const key = (name: string) => `-H 'idempotency-key: "${name}"'`
  return `
The help desk is open at ${address}, and described at ${address}/docs
Its data stay in ${folder}. Ctrl+C closes it.

Sign up and log in; the cookie stays in the file jar:
  ${curl} ${address}/api/accounts -d '{"name":"ada","password":"a long secret"}'
  ${curl} ${address}/api/session -d '{"name":"ada","password":"a long secret"}'

Found an organization, and open a ticket. What is sent again with its key is done once:
  ${curl} ${address}/api/orgs ${key('acme')} -d '{"slug":"acme","title":"Acme"}'
  ${curl} ${address}/api/orgs/acme/tickets ${key('the first')} -d '{"title":"The printer is on fire","text":"Again."}'

Attach a file, and listen to what happens:
  curl -b jar ${address}/api/orgs/acme/tickets/1/attachments ${key('a file')} -F file=@README.md
  curl -b jar -N ${address}/api/orgs/acme/events
`
}
