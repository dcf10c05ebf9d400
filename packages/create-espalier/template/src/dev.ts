/** The application of `npm run dev`, which listens for it. */
import { createApp } from './app.ts'
import { appSettings } from './settings.ts'

export default () => createApp(appSettings.read())
