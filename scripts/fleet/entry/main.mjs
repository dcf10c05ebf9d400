import { helpDeskSettings } from '../../../.build/examples/helpdesk/settings.js'
import { createApp } from './app.mjs'

const env = helpDeskSettings.read()
const ending = { closeOn: ['SIGTERM'], notice: env.NOTICE, drain: env.DRAIN }
await createApp(env).listen({ port: env.PORT, host: env.HOST, ...ending })
