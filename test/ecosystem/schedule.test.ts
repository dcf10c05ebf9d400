import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastifySchedule } from '@fastify/schedule'
import { AsyncTask, SimpleIntervalJob } from 'toad-scheduler'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('an error of a task is reported, other tasks run, and closing the app stops all', async (t) => {
  const app = createApp()
  await app.register(fastifySchedule)
  const outcomes: string[] = []
  let note = (_outcome: string): void => {}
  const bothRan = new Promise<void>((resolve) => {
    note = (outcome) => {
      if (outcomes.push(outcome) === 2) resolve()
    }
  })
  const failing = new AsyncTask(
    'failing',
    () => Promise.reject(new Error('broken')),
    (error) => note(error.message)
  )
  const working = new AsyncTask('working', async () => note('worked'))
  app.get('/', async () => ({ jobs: app.scheduler.getAllJobs().map(({ id }) => id) }))
  const origin = await serving(t, app)
  for (const [id, task] of Object.entries({ failing, working })) {
    app.scheduler.addSimpleIntervalJob(new SimpleIntervalJob({ days: 1, runImmediately: true }, task, { id }))
  }

  await bothRan
  assert.deepEqual(outcomes.sort(), ['broken', 'worked'])
  assert.deepEqual(await (await fetch(origin)).json(), { jobs: ['failing', 'working'] })
  const jobs = app.scheduler.getAllJobs()
  await app.close()
  assert.deepEqual(
    jobs.map((job) => job.getStatus()),
    ['stopped', 'stopped']
  )
})
