// `ask-plugin.mjs NAME`: uses one plugin. What it answers as a function is written as a line, then where it listens, until the process is ended.
import process from 'node:process'
import { toFetchHandler } from '../../dist/src/adapter/fetch/index.js'
import { lead, sendByCall, toFailure } from './talk.mjs'

const [name] = process.argv.slice(2)

const tell = (way, told) => process.stdout.write(`\n@${way} ${JSON.stringify(told)}\n`)

/** Tells how one way ends. */
async function by(way, use) {
  const told = await use().catch((error) => [toFailure(error)])
  tell(way, told)
}

await by('call', async () => {
  const { default: create, talk } = await import(`./plugin/${name}.mjs`)
  const app = await create()
  await app.ready()
  return lead(talk, sendByCall(toFetchHandler(app)))
})
await by('listen', async () => {
  const { default: create } = await import(`./plugin/${name}.mjs`)
  const app = await create()
  return app.listen({ port: 0, host: '127.0.0.1' })
})
