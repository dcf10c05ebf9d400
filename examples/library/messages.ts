/** What the library says on the terminal. */
import { developmentToken, type Settings } from './settings.ts'

export function welcome(address: string, { LIBRARY_STAFF_TOKEN: token, LIBRARY_DATA: folder }: Settings) {
  const staff = `-H 'authorization: Bearer ${token}'`
  const json = "-H 'content-type: application/json'"
  const warning = token === developmentToken ? ' (a development token: set LIBRARY_STAFF_TOKEN)' : ''
  return `
The library is open at ${address}
Its data stay in ${folder}. Ctrl+C closes it.

Look for a book:
  curl -i '${address}/books?search=woolf'

Enrol a member, as staff${warning}:
  curl -i ${address}/staff/members ${staff} \\
    ${json} -d '{"name":"Ada","card":"card-of-ada"}'

Borrow a book (nobody else can, now), and return it:
  curl -i ${address}/me/loans -H 'library-card: card-of-ada' ${json} -d '{"bookId":1}'
  curl -i -X POST ${address}/me/loans/1/return -H 'library-card: card-of-ada'

Ask what is borrowed most:
  curl -i ${address}/staff/reports/most-borrowed ${staff}
`
}
