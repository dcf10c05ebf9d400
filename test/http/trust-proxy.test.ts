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
  ['a different trusted address', compileTrustProxy('10.0.0.1')],
  ['different trusted addresses', compileTrustProxy('10.0.0.1, 192.168.0.0/16')],
  ['an empty list', compileTrustProxy([])],
  ['a function that returns false', compileTrustProxy(() => false)]
]

for (const [name, trust] of untrusting) {
  test(`${name}: X-Forwarded headers do not change ip, host and protocol`, () => {
    for (const address of ['203.0.113.7', undefined, '::1', 'not an address']) {
      const message = from(address)
      assert.equal(addressOf(message, trust), address)
      assert.equal(hostOf(message, trust), 'app.example.com')
      assert.equal(protocolOf(message, trust), 'http')
    }
  })
}

test('ips has only the peer when the peer is not trusted', () => {
  assert.deepEqual(addressesOf(from('203.0.113.7'), trusting(1)), ['203.0.113.7'])
})

test('X-Forwarded headers of a trusted peer set ip, host and protocol', () => {
  const trust = trusting('10.0.0.1')
  assert.equal(addressOf(from('10.0.0.1'), trust), '8.8.8.8')
  assert.equal(hostOf(from('10.0.0.1'), trust), 'evil.example')
  assert.equal(protocolOf(from('10.0.0.1'), trust), 'https')
})

test('an IPv4-mapped IPv6 peer matches its IPv4 address', () => {
  assert.equal(addressOf(from('::ffff:10.0.0.1'), trusting('10.0.0.1')), '8.8.8.8')
})

test('ips ends at the first untrusted address', () => {
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
  test(`the X-Forwarded-For entry ${JSON.stringify(entry)} is not used as an address`, () => {
    const everyone = trusting(true)
    const only = from('10.0.0.1', { 'x-forwarded-for': entry })
    assert.equal(addressOf(only, everyone), '10.0.0.1')
    const between = from('10.0.0.1', { 'x-forwarded-for': `9.9.9.9, ${entry || ' '}, 10.0.0.2` })
    // Empty entries of a list are ignored (RFC 9110 §5.6.1).
    assert.equal(addressOf(between, everyone), entry === '' ? '9.9.9.9' : '10.0.0.2')
  })
}

test('the port of an X-Forwarded-For entry is not part of the address', () => {
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

test('a trust function is not called with entries that are not addresses', () => {
  const asked: string[] = []
  const trust = trusting((address) => asked.push(address) > 0)
  addressOf(from('10.0.0.1', { 'x-forwarded-for': '1.1.1.1, unknown, 192.0.2.1:80' }), trust)
  assert.deepEqual(asked, ['10.0.0.1'])
})

test('the last entry of X-Forwarded-Host and X-Forwarded-Proto is used', () => {
  const message = from('10.0.0.1', {
    host: 'inner',
    'x-forwarded-host': 'spoofed.example, app.example:8443',
    'x-forwarded-proto': 'http, HTTPS'
  })
  assert.equal(hostOf(message, trusting(true)), 'app.example:8443')
  assert.equal(protocolOf(message, trusting(true)), 'https')
})

test('an X-Forwarded-Proto other than http and https is ignored', () => {
  for (const protocol of ['javascript', 'https://evil', '', 'https;', 'ftp', '__proto__', 'http,']) {
    assert.equal(protocolOf(from('10.0.0.1', { 'x-forwarded-proto': protocol }), trusting(true)), 'http', protocol)
  }
})

test('an invalid X-Forwarded-Host is ignored, and Host is used', () => {
  for (const host of ['a@evil', 'evil/path', 'evil?q', 'app,', '', ' ', 'a b']) {
    assert.equal(hostOf(from('10.0.0.1', { host: 'inner', 'x-forwarded-host': host }), trusting(true)), 'inner', host)
  }
})

test('host is :authority over HTTP/2, and empty without Host and :authority', () => {
  assert.equal(hostOf(from('10.0.0.1', { ':authority': 'h2.example' }), undefined), 'h2.example')
  assert.equal(hostOf(from('10.0.0.1', {}), trusting(true)), '')
})

test('the protocol of an encrypted socket is https', () => {
  assert.equal(protocolOf({ headers: {}, socket: { encrypted: true } }, undefined), 'https')
})

test('a message without a socket has no ip and protocol, and its X-Forwarded headers are ignored', () => {
  const message: PeerMessage = { headers: spoofed, socket: null }
  assert.equal(addressOf(message, trusting(true)), undefined)
  assert.equal(protocolOf(message, trusting(true)), undefined)
  assert.equal(hostOf(message, trusting(true)), 'app.example.com')
})

test('a peer without an address is trusted only with trustProxy: true', () => {
  assert.equal(protocolOf(from(undefined), trusting(true)), 'https')
  assert.equal(protocolOf(from(undefined), trusting('loopback')), 'http')
})

test('an invalid address in trustProxy throws FST_ERR_INIT_OPTS_INVALID', () => {
  assert.throws(() => compileTrustProxy('10.0.0.1, nonsense'), {
    code: 'FST_ERR_INIT_OPTS_INVALID',
    message: /trustProxy.*nonsense/
  })
  assert.throws(() => compileTrustProxy(['10.0.0.1/99']), { code: 'FST_ERR_INIT_OPTS_INVALID' })
})

test('X-Forwarded-Proto takes precedence over the encryption of the socket', () => {
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

test('a number of hops in trustProxy emits warning ESPWRN005', async (t) => {
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
