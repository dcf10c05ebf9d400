import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runNode } from '../../../../test/ahead/running.ts'
import { sourceIn } from '../../src/settings/source.ts'

const folder = await mkdtemp(join(tmpdir(), 'settings-'))
after(() => rm(folder, { recursive: true }))
const first = join(folder, 'first.env')
const second = join(folder, 'second.env')
await writeFile(first, 'HOST=a\n\n  export PORT = 1\nBOTH=1\n')
await writeFile(second, '# PORT=1\nBOTH="2"\n')

test('the source of a value is the line of the last file with it, or the environment', () => {
  const sourceOf = sourceIn([first, join(folder, 'missing.env'), second])
  assert.equal(sourceOf('PORT', '1'), `${first}, line 3`)
  assert.equal(sourceOf('BOTH', '2'), `${second}, line 2`)
  assert.equal(sourceOf('BOTH', '1'), `${first}, line 4`)
  assert.equal(sourceOf('HOST', 'b'), 'the environment')
  assert.equal(sourceOf('constructor', 'b'), 'the environment')
})

test('with --env-file an error names the file and the line', async () => {
  const program = join(folder, 'main.mjs')
  const kit = new URL('../../src/index.js', import.meta.url).href
  await writeFile(
    program,
    `import { settings } from '${kit}'
settings({ PORT: { type: 'boolean' }, HOST: { type: 'integer' } }).read()`
  )
  for (const flags of [[`--env-file=${first}`], ['--env-file', first]]) {
    const { code, stderr } = await runNode([program], { HOST: 'c' }, flags)
    assert.equal(code, 1)
    assert.ok(stderr.includes(`PORT: expected true or false. It has another value in ${first}, line 3.`), stderr)
    assert.ok(stderr.includes('HOST: expected an integer. It has another value in the environment.'), stderr)
  }
})
