import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { commands } from '../src/table.ts'

for (const [name, { does, load }] of Object.entries(commands)) {
  test(`${name} has a folder of its name, a description and a help text`, async () => {
    const command = await load()
    assert.ok(does.length > 0 && command.about.length > 0)
    assert.ok(existsSync(`packages/cli/src/${name}/${name}.ts`))
  })
}

/** A file of the package, and the files that it imports statically. */
function filesBehind(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?: from|^import) "(\..+?)"/gm)) {
    filesBehind(join(dirname(file), path), found)
  }
  return found
}

test('the command line loads neither a command nor the framework at start', () => {
  const files = [...filesBehind(join('packages', 'cli', 'dist', 'main.js'))]
  const sources = files.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=^\/\/ packages\/).+(?=\.ts$)/gm) ?? [])
  assert.ok(sources.includes('cli/src/table'))
  assert.deepEqual(
    sources.filter(
      (source) =>
        !source.startsWith('command-kit/') && !/^cli\/src\/(?:main|run|table|help|arguments|typescript)$/.test(source)
    ),
    []
  )
})
