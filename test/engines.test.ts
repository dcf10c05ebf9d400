/** Who installs the package on a Node that it promises is not told that something it brings does not serve that Node. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import semver from 'semver'

interface Locked {
  readonly version: string
  readonly engines?: { readonly node?: string }
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly peer?: boolean
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { engines, imports }: { engines: { node: string }; imports: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8')
)

const installed = Object.entries(packages).filter(
  ([path, { dev, devOptional, optional, peer }]) => path !== '' && !dev && !devOptional && !optional && !peer
)

test('every package that an install brings serves each Node that this one serves', () => {
  assert.ok(installed.length > 20)
  const narrower = installed
    .filter(([, { engines: own }]) => own?.node !== undefined && !semver.subset(engines.node, own.node))
    .map(([path, { version, engines: own }]) => `${path}@${version} asks for Node ${own?.node}`)
  assert.deepEqual(narrower, [])
})

test('what the package brings along of others is there, with its licences', () => {
  for (const path of Object.values(imports)) {
    assert.ok(existsSync(path), path)
    const licences = readFileSync(path.replace(/\.cjs$/, '.LICENSE.txt'), 'utf8')
    const sources = readFileSync(path, 'utf8').matchAll(
      /^\s*\/\/ node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//gm
    )
    const names = new Set([...sources].map(([, name = '']) => name))
    assert.ok(names.size > 1)
    for (const name of names) assert.match(licences, new RegExp(`^${name} \\d`, 'm'))
  }
})
