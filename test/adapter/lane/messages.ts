/** Ordinary and almost ordinary messages for `readMessage` and for Node's parser. */

export type Random = (below: number) => number

/** The mulberry32 generator. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item

const curl = 'GET /a?b=c HTTP/1.1\r\nHost: localhost:3000\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n\r\n'

export const traffic: readonly string[] = [
  curl,
  'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: keep-alive\r\nsec-ch-ua: "Chromium";v="130", "Not?A_Brand";v="99"\r\nUpgrade-Insecure-Requests: 1\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nAccept: text/html,*/*;q=0.8\r\nAccept-Encoding: gzip, deflate, br\r\nCookie: a=1; b="2"\r\n\r\n',
  'POST /users HTTP/1.1\r\nhost: a.test\r\nconnection: keep-alive\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}',
  'PUT /x%20y/%e4 HTTP/1.1\r\nX-Forwarded-For: 10.0.0.1, 10.0.0.2\r\nHOST: [::1]:80\r\nContent-Length:2\r\n\r\n{}',
  'DELETE /a/b?c HTTP/1.1\r\nHost:x\r\n\r\n',
  'HEAD / HTTP/1.1\r\nHost: x\r\nX: \t\r\n\r\n',
  'OPTIONS /a HTTP/1.1\r\nHost: x\r\nOrigin: null\r\nAccess-Control-Request-Method: POST\r\n\r\n',
  'PATCH /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}',
  'GET / HTTP/1.0\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nProxy-Connection: keep-alive\r\n\r\n'
]

const methods = [
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'QUERY',
  'TRACE',
  'CONNECT',
  'get',
  'GETT',
  'M-SEARCH',
  ''
]
const targets = [
  '/',
  '/a',
  '/a?b=%20',
  '//a',
  '/#f',
  '/?',
  '/a;b',
  '*',
  'a.test:80',
  'http://a.test/',
  '/a b',
  '/\x7f',
  '/\xff',
  '',
  '/"<>\\^`{|}'
]
const versions = ['1.1', '1.1', '1.1', '1.1', '1.1', '1.1', '1.0', '2.0', '0.9', '1.2', '1.1 ']
const names = [
  'Host',
  'host',
  'Content-Length',
  'content-length',
  'Connection',
  'Transfer-Encoding',
  'Upgrade',
  'Expect',
  'TE',
  'Trailer',
  'Keep-Alive',
  'Proxy-Connection',
  'Cookie',
  'X',
  "!#$%&'*+-.^_`|~",
  'X Y',
  'X ',
  ' X',
  '',
  'X\t',
  'Ho\x7ft',
  '__proto__',
  'Content_Length',
  'x'.repeat(40)
]
const values = [
  'a',
  'localhost:80',
  '0',
  '1',
  '2',
  '7',
  '007',
  '+1',
  '1 ',
  '0x1',
  '1, 1',
  '999999999',
  '9999999999',
  '18446744073709551616',
  'keep-alive',
  'Keep-Alive',
  'close',
  'keep-alive, upgrade',
  'upgrade',
  'chunked',
  'identity',
  'gzip, chunked',
  'h2c',
  '100-continue',
  '',
  ' ',
  'a b',
  'a\tb',
  '\ta',
  'a ',
  '\xe9',
  'a\0b',
  'a\x0bb',
  'a\rb',
  'a\nb',
  'a\r\n b',
  '"',
  'trailers'
]
const gaps = [': ', ': ', ': ', ': ', ':', ':  ', ':\t', ' : ', ' ', '']
const ends = [
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\n',
  '\r',
  '\r\r\n',
  '\n\r'
]
const bodies = ['', '', '{}', '{"a":1}', '0\r\n\r\n', curl]

function makeField(random: Random): string {
  return `${pick(random, names)}${pick(random, gaps)}${pick(random, values)}${pick(random, ends)}`
}

/** Messages of a grammar that contains the ordinary ones. */
export function makeMessage(random: Random): string {
  // Most parts are ordinary, because a message with many faults tests nothing.
  const isOdd = () => random(12) === 0
  const method = isOdd() ? pick(random, methods) : pick(random, methods.slice(0, 8))
  const target = isOdd() ? pick(random, targets) : pick(random, targets.slice(0, 7))
  const body = pick(random, bodies)
  const fields = ['Host: x\r\n']
  if (body !== '' || isOdd()) fields.push(`Content-Length: ${isOdd() ? pick(random, values) : body.length}\r\n`)
  for (let count = random(5); count > 0; count--) fields.push(isOdd() ? makeField(random) : pick(random, plainFields))
  if (isOdd()) fields.shift()
  if (random(3) === 0) fields.reverse()
  const version = isOdd() ? pick(random, versions) : '1.1'
  return `${method} ${target} HTTP/${version}${isOdd() ? pick(random, ends) : '\r\n'}${fields.join('')}${isOdd() ? pick(random, ends) : '\r\n'}${body}`
}

const plainFields = [
  'Accept: */*\r\n',
  'Connection: keep-alive\r\n',
  'Cookie: a=1; b=2\r\n',
  'cookie: c\r\n',
  'X:y\r\n',
  `X-Long: ${'l'.repeat(300)}\r\n`
]

export function mutate(random: Random, text: string): string {
  let changed = text
  for (let count = 1 + random(3); count > 0; count--) {
    const at = random(changed.length + 1)
    const kind = random(5)
    const piece =
      kind === 4 ? changed.slice(at, at + random(20)) : String.fromCharCode(random(2) ? random(256) : pick(random, odd))
    changed =
      changed.slice(0, at) + (kind === 1 ? '' : piece) + changed.slice(at + (kind < 2 ? 1 : kind === 4 ? 0 : kind - 2))
  }
  return changed
}

const odd = [...'\0\t\n\v\f\r !"#%()*,-./0189:;<=>?@AZ[\\]^_`az{|}~\x7f\x80\x85\xa0\xff'].map((one) =>
  one.charCodeAt(0)
)
