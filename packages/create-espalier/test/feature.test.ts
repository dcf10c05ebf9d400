import assert from 'node:assert/strict'
import { test } from 'node:test'
import { features, readFeatures } from '../src/feature.ts'

test('a feature includes the features that it needs', () => {
  assert.deepEqual([...readFeatures('login')], ['login', 'database'])
  assert.deepEqual([...readFeatures('docker, client')], ['docker', 'client'])
})

test('all includes every feature', () => {
  assert.deepEqual([...readFeatures('all')], Object.keys(features))
  assert.deepEqual([...readFeatures('docker,all')], Object.keys(features))
})

test('an unknown name is refused with the known names and the nearest one', () => {
  assert.throws(
    () => readFeatures('databse'),
    /knows no 'databse'\. Did you mean 'database'\? It knows database, login/
  )
  for (const name of ['', 'login,', 'constructor', '__proto__', 'Login', '../login'])
    assert.throws(() => readFeatures(name), /--with knows no '/, name)
})
