// What a worker needs to be asked about one plugin; `plugin-bundle.mjs` writes the module that hands it over.
import { toFetchHandler } from '../../dist/src/adapter/fetch/index.js'
import { lead, sendByCall, toFailure } from './talk.mjs'

/** Boots a plugin's app where a worker boots, and if it does not boot there with the first request; tells of both. */
export async function createWorker(load, compiled) {
  const boot = async () => {
    const { default: create, talk } = await load()
    const app = await create({ compiled })
    await app.ready()
    return () => lead(talk, sendByCall(toFetchHandler(app)))
  }
  let early
  let use = await boot().catch((error) => {
    early = toFailure(error)
  })
  return {
    async fetch() {
      try {
        use ??= await boot()
        return Response.json({ early, answers: await use() })
      } catch (error) {
        return Response.json({ early, answers: [toFailure(error)] })
      }
    }
  }
}
