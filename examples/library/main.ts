/** `npm start`: opens the library, and says what to try. */
import { createLibrary } from './app.ts'
import { explainFailure, welcome } from './messages.ts'
import { readSettings, type Settings } from './settings.ts'

async function open(settings: Settings) {
  const app = createLibrary(settings)
  console.log(`Opening ${settings.folder} …`)
  try {
    const address = await app.listen({ ...settings, closeOn: ['SIGINT', 'SIGTERM'] })
    console.log(welcome(address, settings))
  } catch (error) {
    await app.close()
    throw error
  }
}

try {
  await open(readSettings(process.argv.slice(2), process.env))
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}
