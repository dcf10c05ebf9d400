// Channels: messages of both directions by their schemas.
import websocket from '@fastify/websocket'
import { expectType } from 'tsd'
import { espalier, Type } from '../dist/src/index.js'
import { adopt } from '../dist/src/plugin/fastify.js'
import { openChannel } from '../dist/src/plugin/websocket.js'

const Said = Type.Object({ text: Type.String() }, { $id: 'said' })
const chat = {
  receive: { say: Type.String(), count: Type.Object({ n: Type.Integer() }) },
  send: { said: Type.Ref(Said), counted: Type.String({ format: 'date-time' }) }
}
const app = espalier().register(adopt(websocket, { route: ['wsHandler'] }))

app.get('/chat', {
  handler: () => 'over http',
  wsHandler: async (socket, request) => {
    const channel = openChannel(socket, request, chat)
    for await (const message of channel) {
      if (message.event === 'say') expectType<string>(message.data)
      else expectType<number>(message.data.n)
      // @ts-expect-error no such message comes
      message.event === 'shout'
    }
    expectType<boolean>(await channel.send({ event: 'said', data: { text: 'hello' } }))
    await channel.send({ event: 'counted', data: new Date() })
    // @ts-expect-error no such message is sent
    await channel.send({ event: 'say', data: 'hello' })
    // @ts-expect-error a text is a string
    await channel.send({ event: 'said', data: { text: 1 } })
    channel.close(1000, 'over')
  }
})
// @ts-expect-error a channel needs the schemas of both directions
openChannel({} as never, {}, { receive: {} })
