// Conduit for the tests of one file, with its own database. Responses are checked by the document of the project and by its own.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { testClient, watchAnswers } from '@espalier/testing'
import { openapi } from 'espalier/openapi'
import { createConduit } from '../../../examples/realworld/app.ts'
import { createArticle, register } from '../../../examples/realworld/endpoints.ts'
import { conduitSettings } from '../../../examples/realworld/settings.ts'
import { judgeAnswers } from '../../openapi/judge.ts'
import { createTestDatabase } from '../test-database.ts'
import { judge } from './contract.ts'

/** Opens Conduit before the tests of a file. Closes it after them, and checks that all responses match the documents and the schemas. */
export async function openConduit() {
  const { folder, env, drop } = await createTestDatabase('conduit')
  const answers = watchAnswers()
  const given = {
    ...env,
    CONDUIT_DATA: folder,
    CONDUIT_SECRET: 'the secret of the tests',
    CONDUIT_LOGINS_PER_MINUTE: 1000,
    LOG_LEVEL: 'silent'
  }
  const app = createConduit(conduitSettings.of(given))
  const contract = judge(app)
  const own = judgeAnswers(app, () => openapi(app, { info: { title: 'Conduit', version: '1.0.0' } }))

  before(() => app.ready(), { timeout: 600_000 })
  after(async () => {
    await app.close()
    await drop()
    assert.deepEqual(contract.violations, [])
    assert.deepEqual(own.violations(), [])
    answers.check()
  })

  /** A visitor. `as` registers a user, and sends their token. */
  const visitor = testClient(app, {
    async login({ inject, headers }, username: string) {
      const user = { username, email: `${username}@example.com`, password: `secret of ${username}` }
      const { token } = (await inject(register, { body: { user } }).expect(201)).user
      headers.authorization = `Token ${token}`
    }
  })

  /** Publishes an article; resolves to its slug. */
  async function publish({ inject }: typeof visitor, title: string, tagList: string[] = []) {
    const article = { title, description: `About ${title}`, body: `All of ${title}`, tagList }
    return (await inject(createArticle, { body: { article } }).expect(201)).article.slug
  }

  return { app, contract, visitor, publish }
}
