import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFolder } from '../../../../test/ahead/running.ts'
import { withApp } from '../../src/load/with-app.ts'

const folder = await createFolder()
after(() => rm(folder, { recursive: true }))

async function write(name: string, close: string, more = ''): Promise<string> {
  const file = join(folder, name)
  await writeFile(
    file,
    `import { espalier } from 'espalier'\nexport let closed = 0\nexport const app = espalier()\napp.addHook('onClose', async () => { closed++; ${close} })\n${more}`
  )
  return file
}

test('the app is ready during the callback and closed afterwards', async () => {
  const file = await write('right.mjs', '')
  const exports = await withApp(file, async (loaded) => {
    assert.equal(loaded.exports.closed, 0)
    return loaded.exports
  })
  assert.equal(exports.closed, 1)
})

test('an error of the callback has precedence over an error at close', async () => {
  const file = await write('left.mjs', "throw new Error('close')")
  const failing = () => {
    throw new RangeError('mine')
  }
  await assert.rejects(withApp(file, failing), RangeError)
})

test('an app that fails to close rejects with a message', async () => {
  const file = await write('open.mjs', "throw new Error('still busy')")
  await assert.rejects(
    withApp(file, async () => 1),
    (error: Error) => {
      assert.match(error.message, /open\.mjs does not close\.\n\nError: still busy\n {4}at .*open\.mjs:4/)
      return true
    }
  )
})

test('a failing onClose hook does not hide the error at start', async () => {
  const file = await write(
    'never.mjs',
    "throw new Error('never opened')",
    "app.register(async () => { throw new Error('why') })\n"
  )
  await assert.rejects(
    withApp(file, async () => 1),
    /never\.mjs does not start.*\n\nError: why/
  )
})
