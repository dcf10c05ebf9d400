// Raw bytes over sockets: targets, Hosts and lengths that no client library sends. What servers make of them is what an app meets.
import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import process from 'node:process'

const patience = 3000
const paths = ['/raw/public', '/raw/admin', '/raw/x/admin', '/raw/*']

/** Routes that tell what they were asked. */
export function declareRaw(app) {
  const tell = (route) => (request) => ({ route, url: request.url, host: request.host })
  for (const path of paths) app.get(path, tell(path))
  app.addContentTypeParser('raw/bytes', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/raw/body', { bodyLimit: 1000 }, ({ body }) => ({ route: '/raw/body', length: body.length }))
}

const hosts = [
  ...[
    'a.test',
    'A.Test:8080',
    '127.0.0.1',
    '[::1]:80',
    'a%41',
    'a_b',
    ':80',
    'a:',
    'a*',
    '',
    'x/raw/admin?',
    'x/raw/admin',
    'x?'
  ],
  ...[
    'x#',
    'u@x',
    'u:p@x',
    'a b',
    'a\\b',
    'a,b',
    'a, b',
    'a,',
    '%zz',
    'a:b',
    'a:65536',
    'a:99999',
    '::1',
    '[::1',
    '[zz]',
    '[1:2]'
  ],
  ...['a\tb', '<x>', 'a|b', 'a^b', '"', '\x01', '\x7f', '\xe4']
]
const targets = [
  ...[
    '/raw/admin',
    '/raw/x/admin',
    '/raw//x',
    '//raw/admin',
    '/raw/a\\b',
    '/raw/x/../admin',
    '/raw/%2e%2e/raw/admin',
    '/raw/./admin'
  ],
  ...[
    '/raw/public#/../admin',
    '/raw/public?#x',
    '/raw/%61dmin',
    '/raw/%zz',
    '/raw/a b',
    '/raw/a\tb',
    '/raw/\xe4',
    '/raw/<x>',
    '*',
    'x'
  ],
  ...[
    '?x',
    'http://a.test/raw/admin',
    'http://other.test/raw/admin',
    'HTTP://OTHER.test/raw/admin',
    'https://other.test/raw/admin'
  ],
  ...[
    'http://u@x/raw/admin',
    'http://other.test?x',
    'http:///raw/admin',
    'http://a:65536/raw/admin',
    'ftp://a.test/raw/admin',
    'http:/raw/admin'
  ]
]
const lengths = ['0', '3', '-5', '', 'a', '0x3', '3, 3', '1001', '99999999999999999999']

const head = (line, fields) => [line, ...fields, 'Connection: close', '', ''].join('\r\n')
const get = (target, ...names) =>
  head(
    `GET ${target} HTTP/1.1`,
    names.map((host) => `Host: ${host}`)
  )
const post = (content, ...fields) =>
  head('POST /raw/body HTTP/1.1', ['Host: a.test', 'Content-Type: raw/bytes', ...fields]) + content

const conversations = [
  ...hosts.map((host) => get('/raw/public', host)),
  ...targets.flatMap((target) => [get(target, 'a.test'), get(target, ''), get(target, 'x/raw/admin?')]),
  ...[['a', 'b'], ['a', 'a'], ['a', ''], ['', 'a'], []].map((names) => get('/raw/public', ...names)),
  head('GET /raw/x/admin HTTP/1.0', []),
  head('OPTIONS * HTTP/1.1', ['Host: a.test']),
  ...lengths.map((length) => post('abc', `Content-Length: ${length}`)),
  post('abc', 'Content-Length: 3', 'Content-Length: 3'),
  post('3\r\nabc\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'),
  post(`7d0\r\n${'a'.repeat(2000)}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked')
]

/** The status, and what the route tells. */
function toAnswer(text) {
  const [, status = 'no answer'] = /^HTTP\/1\.[01] (\d+)/.exec(text) ?? []
  const [told] = /\{"route".*?\}/.exec(text) ?? []
  return told === undefined ? status : `${status} ${told}`
}

const ask = (port, bytes) =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    const timer = setTimeout(() => socket.destroy(), patience)
    socket.on('data', (data) => {
      text += data.toString('latin1')
      const [, length, content] = /content-length: (\d+).*?\r\n\r\n(.*)$/is.exec(text) ?? []
      if (content !== undefined && content.length >= Number(length)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(toAnswer(text))
    })
    socket.write(Buffer.from(bytes, 'latin1'))
  })

export const rawPath = (path) => path.replace(/\.json$/, '-raw.json')

/** Sends each on a connection of its own, and writes what came back beside the other answers. */
export async function writeRaw(path, origin) {
  const answers = []
  for (const bytes of conversations) {
    const answer = await ask(new URL(origin).port, bytes)
    answers.push({
      bytes: bytes.length > 300 ? `${bytes.slice(0, 200)} and ${bytes.length - 200} more` : bytes,
      answer
    })
  }
  writeFileSync(rawPath(path), JSON.stringify(answers))
  if (process.env.SHOW) for (const { bytes, answer } of answers) console.log(JSON.stringify(bytes), answer)
}
