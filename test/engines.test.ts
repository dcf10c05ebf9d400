/** On each Node.js version that the package supports, an install must not warn that a dependency does not support it. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import semver from 'semver'

interface Locked {
  readonly version: string
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly peer?: boolean
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { engines, imports }: { engines: { node: string }; imports: Record<string, unknown> } = JSON.parse(
  readFileSync('package.json', 'utf8')
)

const installed = Object.entries(packages).filter(
  ([path, { dev, devOptional, optional, peer }]) => path !== '' && !dev && !devOptional && !optional && !peer
)

test('every installed dependency supports each Node.js version that the package supports', () => {
  assert.ok(installed.length > 20)
  const narrower = installed
    .filter(([, { engines: own }]) => own?.node !== undefined && !semver.subset(engines.node, own.node))
    .map(([path, { version, engines: own }]) => `${path}@${version} asks for Node ${own?.node}`)
  assert.deepEqual(narrower, [])
})

/** The names of a package and of its direct and indirect dependencies. */
function needsOf(name: string): string[] {
  const { dependencies = {} } = packages[`node_modules/${name}`] as Locked
  return [name, ...Object.keys(dependencies).flatMap(needsOf)]
}

test('every vendored package exists, with the licences of its dependencies', () => {
  // Conditions name the modules that are built into Node.js.
  const brought = Object.entries(imports).flatMap(([name, path]) =>
    typeof path === 'string' ? [[name, path] as const] : []
  )
  assert.ok(brought.length > 0)
  for (const [imported, path] of brought) {
    assert.ok(existsSync(path), path)
    const licences = readFileSync(path.replace(/\.cjs$/, '.LICENSE.txt'), 'utf8')
    const names = new Set(needsOf(imported.slice(1)))
    assert.ok(names.size > 1)
    for (const name of names) assert.match(licences, new RegExp(`^${name} \\d`, 'm'))
  }
})
