import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressesOf,
  addressOf,
  compileTrustProxy,
  hostOf,
  type PeerMessage,
  protocolOf,
  type TrustFunction
} from '../../src/http/trust-proxy.ts'

// The last test covers the warning for a number of hops.
process.on('warning', () => {})

const spoofed = {
  host: 'app.example.com',
  'x-forwarded-for': '9.9.9.9, 8.8.8.8',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https'
}

function from(remoteAddress: string | undefined, headers: PeerMessage['headers'] = spoofed): PeerMessage {
  return { headers, socket: { remoteAddress } }
}

function trusting(option: Parameters<typeof compileTrustProxy>[0]): TrustFunction {
  const trust = compileTrustProxy(option)
  assert.ok(trust)
  return trust
}

const untrusting: [string, TrustFunction | undefined][] = [
  ['no trustProxy', compileTrustProxy(undefined)],
  ['trustProxy: false', compileTrustProxy(false)],
  ['an empty trustProxy', compileTrustProxy('')],
  ['a number of hops', compileTrustProxy(2)],
  ['another address', compileTrustProxy('10.0.0.1')],
  ['other addresses', compileTrustProxy('10.0.0.1, 192.168.0.0/16')],
  ['an empty list', compileTrustProxy([])],
  ['a function that says no', compileTrustProxy(() => false)]
]

for (const [name, trust] of untrusting) {
  test(`${name}: a client that connects directly cannot choose its address, host or protocol`, () => {
    for (const address of ['203.0.113.7', undefined, '::1', 'not an address']) {
      const message = from(address)
      assert.equal(addressOf(message, trust), address)
      assert.equal(hostOf(message, trust), 'app.example.com')
      assert.equal(protocolOf(message, trust), 'http')
    }
  })
}

test('an untrusted peer alone is in the list of addresses', () => {
  assert.deepEqual(addressesOf(from('203.0.113.7'), trusting(1)), ['203.0.113.7'])
})

test('a trusted peer names the client, the host and the protocol', () => {
  const trust = trusting('10.0.0.1')
  assert.equal(addressOf(from('10.0.0.1'), trust), '8.8.8.8')
  assert.equal(hostOf(from('10.0.0.1'), trust), 'evil.example')
  assert.equal(protocolOf(from('10.0.0.1'), trust), 'https')
})

test('an address in IPv6 notation is the same address', () => {
  assert.equal(addressOf(from('::ffff:10.0.0.1'), trusting('10.0.0.1')), '8.8.8.8')
})

test('the chain of addresses ends at the first that is not trusted', () => {
  const message = from('10.0.0.1', { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 10.0.0.2' })
  assert.deepEqual(addressesOf(message, trusting('10.0.0.0/8')), ['10.0.0.1', '10.0.0.2', '2.2.2.2'])
  assert.equal(addressOf(message, trusting(true)), '1.1.1.1')
  const upToSecond = trusting((_address, hop) => hop < 1)
  assert.deepEqual(addressesOf(message, upToSecond), ['10.0.0.1', '10.0.0.2'])
})

const notAddresses = [
  'unknown',
  '_hidden',
  '<script>',
  "1.2.3.4'--",
  '1.2.3',
  '0x7f.1',
  '2130706433',
  '256.1.1.1',
  '',
  '[::1',
  '::1]',
  'a:80'
]

for (const entry of notAddresses) {
  test(`of a forwarded list ${JSON.stringify(entry)} is no address, and nobody behind it is believed`, () => {
    const everyone = trusting(true)
    const only = from('10.0.0.1', { 'x-forwarded-for': entry })
    assert.equal(addressOf(only, everyone), '10.0.0.1')
    const between = from('10.0.0.1', { 'x-forwarded-for': `9.9.9.9, ${entry || ' '}, 10.0.0.2` })
    // Empty entries of a list are ignored (RFC 9110 §5.6.1).
    assert.equal(addressOf(between, everyone), entry === '' ? '9.9.9.9' : '10.0.0.2')
  })
}

test('an entry may name the port of its client, which is no part of the address', () => {
  for (const [entry, address] of [
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1']
  ] as const) {
    const message = from('10.0.0.1', { 'x-forwarded-for': entry })
    assert.equal(addressOf(message, trusting('10.0.0.1')), address, entry)
  }
})

test('a function is asked about addresses alone', () => {
  const asked: string[] = []
  const trust = trusting((address) => asked.push(address) > 0)
  addressOf(from('10.0.0.1', { 'x-forwarded-for': '1.1.1.1, unknown, 192.0.2.1:80' }), trust)
  assert.deepEqual(asked, ['10.0.0.1'])
})

test('of a forwarded list the last entry counts, which is the one the peer added', () => {
  const message = from('10.0.0.1', {
    host: 'inner',
    'x-forwarded-host': 'spoofed.example, app.example:8443',
    'x-forwarded-proto': 'http, HTTPS'
  })
  assert.equal(hostOf(message, trusting(true)), 'app.example:8443')
  assert.equal(protocolOf(message, trusting(true)), 'https')
})

test('a forwarded protocol other than http and https is not a protocol', () => {
  for (const protocol of ['javascript', 'https://evil', '', 'https;', 'ftp', '__proto__', 'http,']) {
    assert.equal(protocolOf(from('10.0.0.1', { 'x-forwarded-proto': protocol }), trusting(true)), 'http', protocol)
  }
})

test('a forwarded host that is not a host gives way to the Host header', () => {
  for (const host of ['a@evil', 'evil/path', 'evil?q', 'app,', '', ' ', 'a b']) {
    assert.equal(hostOf(from('10.0.0.1', { host: 'inner', 'x-forwarded-host': host }), trusting(true)), 'inner', host)
  }
})

test('an HTTP/2 request is asked for its authority, and a request without either has an empty host', () => {
  assert.equal(hostOf(from('10.0.0.1', { ':authority': 'h2.example' }), undefined), 'h2.example')
  assert.equal(hostOf(from('10.0.0.1', {}), trusting(true)), '')
})

test('an encrypted socket speaks https', () => {
  assert.equal(protocolOf({ headers: {}, socket: { encrypted: true } }, undefined), 'https')
})

test('a message without a socket has no address and no protocol, and is not believed', () => {
  const message: PeerMessage = { headers: spoofed, socket: null }
  assert.equal(addressOf(message, trusting(true)), undefined)
  assert.equal(protocolOf(message, trusting(true)), undefined)
  assert.equal(hostOf(message, trusting(true)), 'app.example.com')
})

test('a proxy on a socket without an address is believed only where everyone is', () => {
  assert.equal(protocolOf(from(undefined), trusting(true)), 'https')
  assert.equal(protocolOf(from(undefined), trusting('loopback')), 'http')
})

test('a trusted address that is none is refused when the app is made', () => {
  assert.throws(() => compileTrustProxy('10.0.0.1, nonsense'), {
    code: 'FST_ERR_INIT_OPTS_INVALID',
    message: /trustProxy.*nonsense/
  })
  assert.throws(() => compileTrustProxy(['10.0.0.1/99']), { code: 'FST_ERR_INIT_OPTS_INVALID' })
})

test('a proxy may speak http with its client and https with the server, and the other way round', () => {
  const message = (proto: string, encrypted: boolean): PeerMessage => ({
    headers: { 'x-forwarded-proto': proto },
    socket: { remoteAddress: '10.0.0.1', encrypted }
  })
  for (const [proto, encrypted, expected] of [
    ['http', true, 'http'],
    ['HTTP', true, 'http'],
    ['https', false, 'https'],
    ['ws', true, 'https']
  ] as const)
    assert.equal(protocolOf(message(proto, encrypted), trusting(true)), expected)
})

test('a count of hops is told of: it trusts no proxy', async (t) => {
  const seen: (string | undefined)[] = []
  const note = (warning: Error & { code?: string }) => void seen.push(warning.code)
  await new Promise(setImmediate)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  compileTrustProxy(1)
  compileTrustProxy('10.0.0.0/8')
  await new Promise(setImmediate)
  assert.deepEqual(seen, ['ESPWRN005'])
})
