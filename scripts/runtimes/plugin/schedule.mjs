import { fastifySchedule } from '@fastify/schedule'
import { AsyncTask, SimpleIntervalJob } from 'toad-scheduler'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(fastifySchedule)
  let runs = 0
  const task = new AsyncTask('count', async () => void runs++)
  app.post('/', async () => {
    app.scheduler.addSimpleIntervalJob(new SimpleIntervalJob({ days: 1, runImmediately: true }, task, { id: 'count' }))
    return 'scheduled'
  })
  app.get('/', async () => ({ runs, jobs: app.scheduler.getAllJobs().map(({ id }) => id) }))
  return app
}

export async function talk(ask) {
  await ask('/', { method: 'POST' })
  await ask('/')
}
