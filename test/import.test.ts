/** The cost of an import of the built package, which each start of a process pays. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const { dependencies }: { dependencies: object } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The package's own dependencies that a process has loaded after it ran a program. */
function dependenciesLoadedBy(program: string): string[] {
  const print = "console.log(JSON.stringify(Object.keys((await import('node:module')).createRequire('/').cache)))"
  const args = ['--input-type=module', '-e', `${program}\n${print}`]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.equal(stderr, '')
  const paths = (JSON.parse(stdout) as string[]).map((path) => path.replaceAll('\\', '/'))
  return Object.keys(dependencies).filter((name) => paths.some((path) => path.includes(`/node_modules/${name}/`)))
}

/** A file of the package and all that it imports of it. */
function filesBehind(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/ from "(\..+?)"/g)) {
    filesBehind(join(dirname(file), path), found)
  }
  return found
}

test('an import loads only the dependencies that every app needs', () => {
  const always = ['@fastify/error', 'avvio', 'fast-querystring', 'find-my-way', 'secure-json-parse']
  assert.deepEqual(dependenciesLoadedBy("await import('espalier')"), always)
})

test('an app loads the dependencies of its options and schemas', () => {
  const loaded = dependenciesLoadedBy(`
    const { espalier, Type } = await import('espalier')
    const app = espalier({ trustProxy: 'loopback', logger: { level: 'silent' } })
    app.post('/', { schema: { body: Type.Object({}), response: { 200: Type.Object({}) } } }, () => ({}))
    await app.ready()
  `)
  const asked = ['@fastify/proxy-addr', '@sinclair/typebox', 'ajv', 'ajv-formats', 'fast-json-stringify', 'pino']
  for (const name of asked) assert.ok(loaded.includes(name), name)
})

test('an import reads at most 30 files of the package', () => {
  const files = filesBehind(join('dist', 'src', 'index.js'))
  assert.ok(files.size > 1 && files.size <= 30, [...files].join('\n'))
})

test('no source is in two files, so that entry points share classes and state', () => {
  const homes = new Map<string, Set<string>>()
  for (const name of readdirSync('dist/src', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue
    for (const [, source = ''] of readFileSync(join('dist/src', name), 'utf8').matchAll(/^\/\/ (src\/.+\.ts)$/gm)) {
      homes.set(source, (homes.get(source) ?? new Set()).add(name))
    }
  }
  assert.ok(homes.size > 100)
  assert.deepEqual(
    [...homes].filter(([, files]) => files.size > 1),
    []
  )
})
