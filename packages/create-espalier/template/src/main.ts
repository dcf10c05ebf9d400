/** The process: reads the settings, listens, and ends without losing a request. */
import { existsSync } from 'node:fs'
// with client
import { fileURLToPath } from 'node:url'
// end
import { createApp } from './app.ts'
import { readSettings, SettingsError } from './settings.ts'

if (existsSync('.env')) process.loadEnvFile()

try {
  const settings = readSettings(process.env)
  // with client
  // The build writes web/ there.
  const page = fileURLToPath(new URL('web', import.meta.url))
  // end
  const logger = { level: settings.logLevel }
  // with client
  const app = await createApp({ ...settings, logger, ...(existsSync(page) && { page }) })
  // end
  // without client
  const app = await createApp({ ...settings, logger })
  // end
  await app.listen({
    port: settings.port,
    host: settings.host,
    closeOn: ['SIGINT', 'SIGTERM'],
    // A balancer sees it at /ready, and sends what is new to another process.
    notice: settings.drain,
    drain: settings.drain
  })
} catch (error) {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  console.error(error instanceof SettingsError || isPortTaken ? error.message : error)
  process.exit(1)
}
