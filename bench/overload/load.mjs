// Sends requests at a rate, whether answers come or not, as many users do: `load.mjs <origin> <rate> <seconds>`. A user waits for a second.
// Prints what came back, in JSON.
import { connect } from 'node:net'

const [origin, rate, seconds] = process.argv.slice(2)
const { port } = new URL(origin)
const patience = 1000
/** How many connections are open at most. A request that finds none free is lost. */
const most = 3000

const idle = []
let open = 0
const times = []
let [sent, refused, lost] = [0, 0, 0]

function ask() {
  sent++
  const socket = idle.pop() ?? dial()
  if (socket === undefined) return void lost++
  const began = performance.now()
  const timer = setTimeout(() => {
    lost++
    socket.done = null
    socket.destroy()
  }, patience)
  socket.done = (status) => {
    clearTimeout(timer)
    if (status === 200) times.push(performance.now() - began)
    else if (status === 503) refused++
    else lost++
    socket.done = null
    if (status !== 0) idle.push(socket)
  }
  socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
}

function dial() {
  if (open === most) return undefined
  open++
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.setNoDelay().setEncoding('latin1')
  socket.on('error', () => {})
  socket.on('close', () => {
    open--
    const at = idle.indexOf(socket)
    if (at >= 0) idle.splice(at, 1)
    socket.done?.(0)
  })
  socket.on('data', (piece) => {
    text += piece
    const head = text.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (head < 0 || text.length < head + 4 + length) return
    const status = Number(text.slice(9, 12))
    text = ''
    socket.done?.(status)
  })
  return socket
}

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
  const good = times.length / Number(seconds)
  console.log(
    JSON.stringify({
      good,
      p50: at(0.5),
      p99: at(0.99),
      refused: refused / Number(seconds),
      lost: lost / Number(seconds)
    })
  )
  process.exit()
}
