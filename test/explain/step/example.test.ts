import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHelpDesk } from '../../../examples/helpdesk/app.ts'
import { helpDeskSettings } from '../../../examples/helpdesk/settings.ts'
import { createLibrary } from '../../../examples/library/app.ts'
import { librarySettings } from '../../../examples/library/settings.ts'
import { createConduit } from '../../../examples/realworld/app.ts'
import { conduitSettings } from '../../../examples/realworld/settings.ts'
import type { ExplainedStep } from '../../../types/explain.ts'
import type { Anything } from '../../anything.ts'
import type { Ran } from '../law/path.ts'
import { holdRequest, watchInto } from '../law/watched.ts'

type Ask = (method: string, url: string, payload?: object) => Promise<Anything>
type Headers = Readonly<Record<string, string>>

interface Example {
  readonly create: (folder: string) => Anything
  readonly enter: (ask: Ask) => Promise<readonly Headers[]>
  readonly params: Readonly<Record<string, string>>
}

const examples: Readonly<Record<string, Example>> = {
  library: {
    create: (folder) =>
      createLibrary(librarySettings.of({ LIBRARY_DATA: folder, LIBRARY_STAFF_TOKEN: 'token', LOG_LEVEL: 'silent' })),
    enter: async () => [{ authorization: 'Bearer token' }, { 'library-card': 'card-of-ada' }],
    params: {}
  },
  helpdesk: {
    create: (folder) =>
      createHelpDesk(
        helpDeskSettings.of({ HELPDESK_DATA: folder, HELPDESK_LOGINS_PER_MINUTE: 1000, LOG_LEVEL: 'silent' })
      ),
    enter: async (ask) => {
      const ada = { name: 'ada', password: 'a long secret' }
      await ask('POST', '/api/accounts', ada)
      const { headers } = await ask('POST', '/api/session', ada)
      const [cookie] = [headers['set-cookie']].flat()
      return [{ cookie: String(cookie).split(';', 1)[0] as string }]
    },
    params: { org: 'acme' }
  },
  realworld: {
    create: (folder) =>
      createConduit(conduitSettings.of({ CONDUIT_DATA: folder, CONDUIT_LOGINS_PER_MINUTE: 1000, LOG_LEVEL: 'silent' })),
    enter: async (ask) => {
      const user = { username: 'ada', email: 'ada@example.com', password: 'a long secret' }
      const { token } = (await ask('POST', '/api/users', { user })).json().user
      return [{ authorization: `Token ${token}` }]
    },
    params: { username: 'ada' }
  }
}

async function holdToLaw(app: Anything, { enter, params }: Example, ran: Ran[]) {
  const figures = { requests: 0, items: 0, seen: 0 }
  const people = [{}, ...(await enter((method, url, payload) => app.inject({ method, url, payload })))]
  const { routes } = await app.explain()
  for (const { methods, url: pattern } of routes) {
    const url = pattern.replace(/:(\w+)/g, (_: string, name: string) => params[name] ?? '1').replace('*', 'x')
    const seen = new Set<string>()
    let listed: readonly ExplainedStep[] = []
    for (const headers of people)
      for (const payload of methods[0] === 'GET' ? [undefined] : [undefined, {}, { title: 'A title' }]) {
        const { steps, taken } = await holdRequest(app, { method: methods[0], url, headers, payload }, ran)
        for (const step of taken) if (steps.includes(step)) seen.add(`${step.stage} ${step.name}`)
        listed = steps
        figures.requests++
      }
    figures.items += listed.length
    figures.seen += seen.size
  }
  return figures
}

for (const [name, example] of Object.entries(examples))
  test(`functions of the example ${name} run in the order of the explanation`, { timeout: 600_000 }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), `explain-${name}-`))
    const ran: Ran[] = []
    const unwatch = watchInto(ran)
    const app = example.create(folder)
    try {
      await app.ready()
      const figures = await holdToLaw(app, example, ran)
      t.diagnostic(JSON.stringify(figures))
      assert.ok(figures.requests > 10 && figures.seen > figures.items / 3, JSON.stringify(figures))
    } finally {
      unwatch()
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
