import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostnameOf, isHost, portOf } from '../../src/http/host.ts'

test('an ambiguous host is invalid', () => {
  const hosts = [
    'a@b',
    'a/b',
    'a?b',
    'a#b',
    'a\\b',
    'a b',
    'a,b@c',
    'a:b',
    'a:80:90',
    '[::1',
    '[::1]x',
    '%zz',
    'a,b',
    'a,',
    'a:65536',
    'a:99999',
    '[1:2]',
    '[.]',
    '[::1%25eth0]',
    '[v1.a]',
    'ä',
    '\ta'
  ]
  for (const host of hosts) assert.equal(isHost(host), false, host)
})

test('names, addresses, ports and an empty host are valid', () => {
  const hosts = [
    '',
    'localhost',
    'example.com:',
    'example.com:8080',
    '127.0.0.1:80',
    '[::1]',
    '[::1]:3000',
    '[2001:DB8::192.0.2.1]',
    'example.com:65535',
    'a_b-c.d',
    '%41'
  ]
  for (const host of hosts) assert.equal(isHost(host), true, host)
})

test('a host splits into its name and its port', () => {
  const cases: [string, string, number | null][] = [
    ['example.com', 'example.com', null],
    ['example.com:8080', 'example.com', 8080],
    ['example.com:', 'example.com', null],
    ['[::1]', '[::1]', null],
    ['[::1]:3000', '[::1]', 3000],
    ['', '', null],
    [':80', '', 80]
  ]
  for (const [host, name, port] of cases) assert.deepEqual([hostnameOf(host), portOf(host)], [name, port], host)
})

test('hostnameOf returns an empty text for an unclosed bracket', () => {
  assert.equal(hostnameOf('[::1'), '')
})
