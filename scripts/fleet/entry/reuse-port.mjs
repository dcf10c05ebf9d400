/** The help desk on a port that several processes share. READY_PORT is one of its own, so that each can be asked whether it is ready. */
import { createServer } from 'node:http'
import { helpDeskSettings } from '../../../.build/examples/helpdesk/settings.js'
import { createApp } from './app.mjs'

const env = helpDeskSettings.read()
const app = createApp(env)
const own = createServer((_request, answer) => answer.writeHead(app.state === 'ready' ? 200 : 503).end())
app.addHook('onClose', async () => void own.close())
await app.listen({ port: Number(process.env.SHARED_PORT), reusePort: true, drain: env.DRAIN, closeOn: ['SIGTERM'] })
own.listen(env.PORT, '127.0.0.1')
