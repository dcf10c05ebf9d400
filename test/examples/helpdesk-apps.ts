// Several apps of the help desk on one database, as several processes have it.
import { after } from 'node:test'
import { createHelpDesk } from '../../examples/helpdesk/app.ts'
import { helpDeskSettings } from '../../examples/helpdesk/settings.ts'
import { createTestDatabase } from './test-database.ts'

// As under `espalier dev`: apps of one process share the PGlite of a folder.
Object.assign(globalThis, { [Symbol.for('espalier.kept')]: new Map() })

type Given = Parameters<typeof helpDeskSettings.of>[0]

/** Makes a database for the tests of a file. Returns a function that opens apps on it, which close after the tests. */
export async function helpDeskApps() {
  const { folder, env, drop } = await createTestDatabase('helpdesk')
  const apps: ReturnType<typeof createHelpDesk>[] = []
  after(async () => {
    await Promise.all(apps.map((app) => app.close()))
    await drop()
  })
  return (given: Given = {}) => {
    const shared = { HELPDESK_DATA: folder, HELPDESK_SECRET: 'the secret of the tests', LOG_LEVEL: 'silent' }
    const app = createHelpDesk(helpDeskSettings.of({ ...env, ...shared, ...given }))
    apps.push(app)
    return app
  }
}
