import assert from 'node:assert/strict'
import { inspect } from 'node:util'

export default async function check({ load }) {
  const { appSettings } = await load('settings.ts')
  assert.equal(appSettings?.read({ TOKEN: 'hunter2' }).PORT, 3000)
  const env = appSettings.read({ TOKEN: 'hunter2', PORT: '80' })
  assert.equal(env.PORT, 80)
  assert.equal(env.TOKEN.reveal(), 'hunter2')
  assert.doesNotMatch(inspect(env) + JSON.stringify(env), /hunter2/)
  assert.throws(() => appSettings.read({ PORT: '65536' }), /TOKEN[\s\S]*PORT|PORT[\s\S]*TOKEN/)
}
