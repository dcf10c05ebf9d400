// Before anything is measured: does every server answer every scenario the same?
import { isDeepStrictEqual } from 'node:util'
import { contenders, takes } from './contender.mjs'
import { Http2Connection } from './http2-connection.mjs'
import { firstAnswer, openSocket, readAnswer } from './load.mjs'
import { Host } from './process.mjs'
import { scenarios, toBytes } from './scenario.mjs'

/** The scenarios that one server answers. */
const groups = [
  scenarios.filter(({ app, carrier }) => app === 'small' && carrier === undefined),
  scenarios.filter(({ app }) => app === 'large'),
  ...scenarios.filter(({ carrier }) => carrier !== undefined).map((one) => [one])
]

const mediaType = 'application/json; charset=utf-8'

/** Asks each contender each scenario; answers, by contender, the differences in words, or why it is not available. */
export async function verify(chosen = contenders) {
  const found = {}
  for (const contender of chosen) found[contender.id] = await verifyOne(contender)
  return found
}

async function verifyOne(contender) {
  const differences = []
  try {
    for (const group of groups) {
      const asked = group.filter((scenario) => takes(contender, scenario))
      if (asked.length > 0) differences.push(...(await verifyApp(contender, asked)))
    }
    return { differences }
  } catch (error) {
    return { unavailable: reasonOf(error), differences }
  }
}

/** `group` are scenarios of one application over one carrier. */
async function verifyApp(contender, group) {
  const host = await startContender(contender, group[0])
  try {
    const differences = []
    for (const scenario of group) {
      const found = compare(await answerOf(host.port, scenario), scenario, contender.core === true)
      differences.push(...[...found].map((difference) => ({ scenario: scenario.id, ...difference })))
    }
    return differences
  } finally {
    host.stop()
  }
}

function reasonOf({ message }) {
  return (/^\w*Error.*$/m.exec(message)?.[0] ?? message.split('\n')[0]).slice(0, 200)
}

/** Starts a contender's server for a scenario or service in a process of its own. */
export function startContender({ module, options }, { app, carrier = {} }) {
  return Host.start(`server/${module}.mjs`, { app, ...options, isTls: carrier.isTls })
}

/** Sends a request on a connection of its own; resolves to what `readAnswer` reads. */
export async function answerOf(port, { request, carrier }) {
  if (carrier?.isHttp2) return Http2Connection.answerOf(port, request)
  const socket = openSocket(port, carrier?.isTls)
  try {
    return readAnswer(await firstAnswer(socket, toBytes(request)))
  } finally {
    socket.destroy()
  }
}

/** Another status or body is other work; a media type or framing of one's own only costs or saves bytes, but the core has to agree in all. */
function* compare({ status, type, isChunked, body }, scenario, isCore) {
  if (status !== scenario.status) yield { what: 'status', is: status, isGrave: true }
  if (!isDeepStrictEqual(toValue(body), scenario.answer))
    yield { what: 'body', is: body.replace(/\s+/g, ' ').slice(0, 150), isGrave: true }
  if (type !== mediaType) yield { what: 'content-type', is: type, isGrave: isCore }
  if (isChunked) yield { what: 'framing', is: 'chunked', isGrave: isCore }
}

function toValue(body) {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
