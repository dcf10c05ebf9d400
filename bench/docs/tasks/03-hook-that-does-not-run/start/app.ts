import { espalier, plugin } from 'espalier'

/** Writes down the address of each request. */
const audit = plugin({
  name: 'audit',
  setup: (app, { log }: { log: string[] }) => {
    app.addHook('onRequest', async function writeDown({ url }) {
      log.push(url)
    })
  }
})

const reports = plugin({
  name: 'reports',
  setup: (app) => {
    app.get('/reports', () => ['March'])
  }
})

export const createApp = (log: string[]) =>
  espalier()
    .get('/health', () => 'well')
    .register(audit, { log })
    .register(reports)
