import assert from 'node:assert/strict'
import { test } from 'node:test'
import { features, readFeatures } from '../src/feature.ts'

test('a feature brings along what it needs', () => {
  assert.deepEqual([...readFeatures('login')], ['login', 'database'])
  assert.deepEqual([...readFeatures('docker, client')], ['docker', 'client'])
})

test('all is every feature', () => {
  assert.deepEqual([...readFeatures('all')], Object.keys(features))
  assert.deepEqual([...readFeatures('docker,all')], Object.keys(features))
})

test('a name that there is not is refused, with the names and the one that was meant', () => {
  assert.throws(
    () => readFeatures('databse'),
    /knows no 'databse'\. Did you mean 'database'\? It knows database, login/
  )
  for (const name of ['', 'login,', 'constructor', '__proto__', 'Login', '../login'])
    assert.throws(() => readFeatures(name), /--with knows no '/, name)
})
