/** `npm start`: opens the library, and says what to try. */
import { explainFailure } from '../explain-failure.ts'
import { withOptions } from '../options.ts'
import { createLibrary } from './app.ts'
import { welcome } from './messages.ts'
import { librarySettings, type Settings } from './settings.ts'

async function open(env: Settings) {
  const app = createLibrary(env)
  console.log(`Opening ${env.LIBRARY_DATA} …`)
  try {
    const address = await app.listen({ port: env.PORT, host: env.HOST, closeOn: ['SIGINT', 'SIGTERM'] })
    console.log(welcome(address, env))
  } catch (error) {
    await app.close()
    throw error
  }
}

try {
  await open(librarySettings.read(withOptions(process.env, 'LIBRARY_DATA')))
} catch (error) {
  console.error(explainFailure(error, 'npm start', 'library'))
  process.exitCode = 1
}
