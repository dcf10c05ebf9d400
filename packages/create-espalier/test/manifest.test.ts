import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { manifestOf } from '../src/manifest.ts'

const template = readFileSync('packages/create-espalier/template/package.json', 'utf8')
const read = (...chosen: string[]) => JSON.parse(manifestOf(template, 'shop', '9.8.7', new Set(chosen)))

test('a project has only the packages and scripts of its features', () => {
  const { name, dependencies, devDependencies, scripts } = read()
  assert.equal(name, 'shop')
  assert.deepEqual(Object.keys(dependencies), ['@espalier/kit', 'espalier', 'swagger-ui-dist'])
  assert.ok('vite' in devDependencies && !('@types/pg' in devDependencies))
  assert.equal(read('events').dependencies['@espalier/events'], '9.8.7')
  assert.deepEqual(Object.keys(scripts), ['dev', 'check', 'test', 'build', 'start'])
  assert.equal(scripts.build, 'tsc -p tsconfig.build.json')
  assert.equal(scripts.dev, 'espalier dev src/dev.ts')
})

test('with every feature the manifest equals that of the template, except for name and versions', () => {
  const all = read('database', 'login', 'client', 'events', 'docker')
  const { dependencies, devDependencies, ...rest } = JSON.parse(template)
  assert.deepEqual(all, {
    ...rest,
    name: 'shop',
    dependencies: { ...dependencies, '@espalier/events': '9.8.7', '@espalier/kit': '9.8.7', espalier: '9.8.7' },
    devDependencies: { ...devDependencies, '@espalier/cli': '9.8.7', '@espalier/testing': '9.8.7' }
  })
})
