// Conduit for the tests of one file: in a folder of its own, judged by the document of the project and by its own, with people who have registered.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { openapi } from 'espalier/openapi'
import { createConduit } from '../../../examples/realworld/app.ts'
import { createArticle, register } from '../../../examples/realworld/endpoints.ts'
import { judgeAnswers } from '../../openapi/judge.ts'
import { judge } from './contract.ts'

const secret = 'the secret of the tests'

/** The header that shows a token. */
export const showing = (token: string) => ({ authorization: `Token ${token}` })

/** Opens Conduit before the tests of a file and closes it after them; nothing that it answered is against the document. */
export function openConduit({ loginsPerMinute = 1000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'conduit-'))
  const app = createConduit({ folder, secret, loginsPerMinute, logLevel: 'silent' })
  const contract = judge(app)
  const own = judgeAnswers(app, () => openapi(app, { info: { title: 'Conduit', version: '1.0.0' } }))

  before(() => app.ready(), { timeout: 120_000 })
  after(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
    assert.deepEqual(contract.violations, [])
    assert.deepEqual(own.violations(), [])
  })

  /** Registers somebody; resolves to the headers of their requests. */
  async function enrol(username: string) {
    const user = { username, email: `${username}@example.com`, password: `secret of ${username}` }
    const answer = await app.inject(register, { body: { user } })
    assert.ok(answer.statusCode === 201, answer.body)
    return showing(answer.json().user.token)
  }

  /** Publishes an article; resolves to its slug. */
  async function publish(headers: Record<string, string>, title: string, tagList: string[] = []) {
    const article = { title, description: `About ${title}`, body: `All of ${title}`, tagList }
    const answer = await app.inject(createArticle, { headers, body: { article } })
    assert.ok(answer.statusCode === 201, answer.body)
    return answer.json().article.slug
  }

  return { app, contract, folder, enrol: enrol, publish }
}
