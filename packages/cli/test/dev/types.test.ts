import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { Types } from '../../src/dev/types.ts'

const folder = await mkdtemp(join(tmpdir(), 'espalier-types-'))
after(() => rm(folder, { recursive: true }))

test('type errors are printed with their place, and their repair after a save is printed too', async () => {
  writeFileSync(join(folder, 'package.json'), '{}')
  assert.throws(() => new Types(folder, () => {}), /needs TypeScript in the project: npm install --save-dev typescript/)
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('node_modules/typescript'), join(folder, 'node_modules/typescript'), 'junction')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "types": [], "noEmit": true }, "include": ["a.ts"] }'
  )
  writeFileSync(join(folder, 'a.ts'), "export const a: number = 'text'\n")
  let said = ''
  const types = new Types(folder, (text) => {
    said += `${text}\n`
  })
  types.look()
  await until(() => /^a\.ts\(1,14\): error TS2322/m.test(said), `the error in\n${said}`, { every: 50 })
  said = ''
  writeFileSync(join(folder, 'a.ts'), 'export const a: number = 1\n')
  types.look()
  await until(() => said === 'The types have no errors any more.\n', 'no error', { every: 50 })
  types.look()
  types.close()
})
