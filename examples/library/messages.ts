/** What the library says on the terminal. */
import { FolderInUseError } from '../postgres/folder-lock.ts'
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

/** The codes of an option that there is not, and of settings. */
const usage = /^(?:ERR_PARSE_ARGS_\w+|ESP_ERR_SETTINGS)$/

/** A sentence about what the user can change; any other failure in full. */
export function explainFailure(error: unknown) {
  if (error instanceof Error && 'code' in error && usage.test(`${error.code}`))
    return `${error.message}\nOptions: --port 3001 --host 127.0.0.1 --data data/library`
  if (error instanceof FolderInUseError) {
    return `${error.message}\nStop it, or give this one its own: npm start -- --port 3001 --data data/another`
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${error.port} is taken. Choose another: npm start -- --port 3001 (or PORT=3001 npm start)`
  }
  return error
}
