/** The process: reads the settings, listens, and ends without losing a request. */
import { existsSync } from 'node:fs'
// with client
import { fileURLToPath } from 'node:url'
// end
import { SettingsError } from '@espalier/kit'
import { createApp } from './app.ts'
import { appSettings } from './settings.ts'

if (existsSync('.env')) process.loadEnvFile()

try {
  const env = appSettings.read()
  // with client
  // The build writes web/ there.
  const page = fileURLToPath(new URL('web', import.meta.url))
  const app = await createApp(env, existsSync(page) ? page : undefined)
  // end
  // without client
  const app = await createApp(env)
  // end
  await app.listen({
    port: env.PORT,
    host: env.HOST,
    closeOn: ['SIGINT', 'SIGTERM'],
    // A balancer sees it at /ready, and sends what is new to another process.
    notice: env.DRAIN,
    drain: env.DRAIN
  })
} catch (error) {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isPortTaken) console.error(`${error.message}. PORT chooses another port: PORT=3001 npm start`)
  else console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
}
