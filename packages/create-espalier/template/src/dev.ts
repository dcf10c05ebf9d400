/** The application of `npm run dev`, which listens for it. */
import { createApp } from './app.ts'
import { readSettings } from './settings.ts'

export default () => {
  const settings = readSettings(process.env)
  return createApp({ ...settings, logger: { level: settings.logLevel } })
}
