// Sends requests at a rate, whether answers come or not, as many users do: `load.mjs <origin> <rate> <seconds>`. A user waits for a second.
// The connections are there before, as those of a proxy are: one whose user has gone waits for the answer all the same. Prints what came back, in JSON.
import { connect } from 'node:net'

const [origin, rate, seconds] = process.argv.slice(2)
const { port } = new URL(origin)
const patience = 1000
/** The queues fill in this time, which is not counted. */
const settled = 1000
/** How many connections there are. A request that finds none free is lost. */
const connections = 2000

const idle = []
const times = []
let [sent, refused] = [0, 0]

function ask() {
  sent++
  const socket = idle.shift()
  if (socket === undefined) return
  socket.began = performance.now()
  socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
}

function answered(socket, status) {
  const time = performance.now() - socket.began
  idle.push(socket)
  const now = performance.now()
  if (time > patience || now < start + settled || now > end) return
  if (status === 200) times.push(time)
  else refused++
}

function dial() {
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.setNoDelay().setEncoding('latin1')
  socket.on('data', (piece) => {
    text += piece
    const head = text.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (head < 0 || text.length < head + 4 + length) return
    const status = Number(text.slice(9, 12))
    text = ''
    answered(socket, status)
  })
  return new Promise((resolve) => socket.once('connect', () => resolve(idle.push(socket))))
}

for (let count = 0; count < connections; count++) await dial()
const start = performance.now()
const end = start + Number(seconds) * 1000
const tick = setInterval(() => {
  const now = performance.now()
  for (const due = (Math.min(now, end) - start) * (Number(rate) / 1000); sent < due; ) ask()
  if (now < end) return
  clearInterval(tick)
  setTimeout(report, patience + 100)
}, 1)

function report() {
  times.sort((a, b) => a - b)
  const at = (share) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)
  const span = Number(seconds) - settled / 1000
  const [good, refusals] = [times.length / span, refused / span]
  const lost = Math.max(0, Number(rate) - good - refusals)
  console.log(JSON.stringify({ good, p50: at(0.5), p99: at(0.99), refused: refusals, lost }))
  process.exit()
}
