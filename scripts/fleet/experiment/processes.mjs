/** What is done to processes: replaced, killed, held. */
import { setTimeout as sleep } from 'node:timers/promises'

/** One after the other: a signal, the end, a start, until it is ready. */
async function roll({ processes }) {
  for (const each of processes) {
    const [code] = await each.end('SIGTERM')
    if (code !== 0) throw new Error(`a process that was told to end ended with ${code}`)
    await each.start()
  }
}

async function kill({ processes }, random, kills) {
  for (let count = 0; count < kills; count++) {
    const each = processes[random(processes.length)]
    await sleep(100 + random(300))
    await each.end('SIGKILL')
    await each.start()
  }
}

/** Longer than the 15 s after which nginx goes on elsewhere. */
const hangs = 20_000

async function hold({ processes }, random) {
  const { child } = processes[random(processes.length)]
  child.kill('SIGSTOP')
  await sleep(hangs)
  child.kill('SIGCONT')
  // Until those that have waited for it are answered.
  await sleep(3000)
}

/** Nothing at all, for restarts that announce themselves. */
export const nothingFails = ({ failed, plain }) => [
  ...readsGoOn({ failed }),
  failed.login > 0 && `${failed.login} logins failed`,
  plain.failed > 0 && `${plain.failed} writes failed`
]

const readsGoOn = ({ failed }) => [failed.read + failed.own > 0 && `${failed.read + failed.own} reads failed`]

const kills = 4
const many = { keyed: 8, plain: 8, readers: 2 }

export const ofProcesses = [
  {
    name: 'rolling',
    title: 'rolling restart, `DRAIN=3000`',
    promise: 'nothing fails',
    act: roll,
    breaches: nothingFails
  },
  {
    name: 'no-drain',
    title: 'rolling restart, no drain',
    promise: 'reads go on; a plain POST may fail',
    env: { DRAIN: '0' },
    act: roll,
    breaches: readsGoOn
  },
  {
    name: 'kill',
    title: `${kills} × \`kill -9\``,
    promise: 'reads go on; plain POSTs under way fail',
    load: many,
    act: (fleet, random) => kill(fleet, random, kills),
    breaches: ({ failed, plain }) => [
      ...readsGoOn({ failed }),
      plain.failed > kills * many.plain && `${plain.failed} writes failed`
    ]
  },
  {
    name: 'hang',
    title: 'a process hangs (`SIGSTOP`) for 20 s',
    promise: 'reads go on elsewhere after 15 s; plain POSTs in it fail',
    act: hold,
    breaches: ({ failed, slowest }) => [...readsGoOn({ failed }), slowest > 35_000 && `a request took ${slowest} ms`]
  }
]
