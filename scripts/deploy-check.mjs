// `npm run deploy-check`: the files of examples/deploy, as far as this machine can try them. nginx, HAProxy and systemd judge their own; then the folder of the image serves as
// another user, from a socket that is open before it, behind both balancers. The command fails where one of the programs is missing.
import { spawn } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask } from './deploy-check/ask.mjs'
import { root, run } from './project.mjs'
import { refusalOfHaproxy, startHaproxy, writeHaproxy } from './servers/haproxy.mjs'
import { refusalOfNginx, startNginx, writeNginx } from './servers/nginx.mjs'
import { freePort } from './servers/port.mjs'
import { stopped, untilListening } from './servers/process.mjs'
import { tool } from './servers/tool.mjs'

const folder = mkdtempSync(join(tmpdir(), 'deploy-check-'))
// One process stands for the three that the files name.
const port = await freePort()
const ports = [port, port, port]
const deploy = join(root, 'examples/deploy')
/** From 0 to 10: how much a unit may do that it does not need. */
const mostExposed = 2

const checks = {
  'nginx reads nginx/': async () => {
    await writeNginx(folderOf('nginx'), { ports })
    return refusalOfNginx(folderOf('nginx'))
  },
  'HAProxy reads haproxy/': async () => refusalOfHaproxy((await writeHaproxy(folderOf('haproxy'), { ports })).file),
  'systemd reads systemd/': checkUnits,
  'image.mjs writes what the image has': async () => {
    const { code, output } = await run([process.execPath, join(deploy, 'image.mjs'), join(folder, 'image')])
    return code === 0 ? undefined : output
  },
  'the image serves from a socket of systemd, behind nginx and HAProxy': checkServing
}

let isRight = true
try {
  for (const [name, check] of Object.entries(checks)) {
    const fault = await check().catch((error) => error.stack)
    console.log(fault === undefined ? `✔ ${name}` : `✖ ${name}: ${fault}`)
    if (fault !== undefined) isRight = false
  }
} finally {
  rmSync(folder, { recursive: true })
}
for (const name of ['the Dockerfile', 'compose.yaml', 'kubernetes/helpdesk.yaml'])
  console.log(`- not run: ${name}. \`node --test .build/test/examples/deploy.test.js\` reads it.`)
process.exitCode = isRight ? 0 : 1

function folderOf(name) {
  mkdirSync(join(folder, name), { recursive: true })
  return join(folder, name)
}

async function checkUnits() {
  const units = folderOf('systemd')
  for (const kind of ['service', 'socket'])
    copyFileSync(join(deploy, 'systemd', `helpdesk@.${kind}`), join(units, `helpdesk@3001.${kind}`))
  const service = join(units, 'helpdesk@3001.service')
  const { output } = await run([tool('systemd-analyze'), 'verify', service, join(units, 'helpdesk@3001.socket')])
  if (output !== '') return output
  const security = ['security', '--offline=true', `--threshold=${mostExposed * 10}`, service]
  const { code, output: report } = await run([tool('systemd-analyze'), ...security])
  return code === 0 ? undefined : report
}

async function checkServing() {
  const data = folderOf('data')
  // Users other than root read the folder, and write to their data only.
  await run(['chmod', '-R', 'a+rX', folder])
  const another = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (another.uid) chownSync(data, another.uid, another.gid)
  const env = { PATH: process.env.PATH, HELPDESK_DATA: data, TRUST_PROXY: '127.0.0.1', DRAIN: '1000' }
  const passed = Object.keys(env).flatMap((name) => ['-E', name])
  const words = ['-l', `127.0.0.1:${port}`, ...passed, process.execPath, join(folder, 'image/main.js')]
  const options = { ...another, env, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] }
  const child = spawn(tool('systemd-socket-activate'), words, options)
  const started = [{ stop: () => stopped(child) }]
  try {
    await untilListening(port)
    // It boots at the first connection.
    const first = await ask(`http://127.0.0.1:${port}/ready`, 200)
    const nginx = await startNginx(folderOf('nginx'), { ports })
    started.push(nginx)
    const haproxy = await startHaproxy(folderOf('haproxy'), { ports })
    started.push(haproxy)
    const faults = [
      first,
      await ask(`${nginx.url}/api/me`, 401),
      await ask(`https://localhost:${nginx.tlsPort}/api/me`, 401, nginx.certificate),
      await ask(`http://127.0.0.1:${nginx.plainPort}/api/me`, 308),
      ...(await Promise.all(['metrics', 'ready', 'live'].map((path) => ask(`${nginx.url}/${path}`, 404)))),
      await ask(`${haproxy.url}/api/me`, 401, haproxy.certificate),
      await ask(`http://127.0.0.1:${haproxy.plainPort}/api/me`, 308),
      await ask(`${haproxy.url}/metrics`, 404, haproxy.certificate)
    ]
    const [code] = await stopped(child)
    if (code !== 0) faults.push(`the process ended with ${code}`)
    const found = faults.filter((fault) => fault !== undefined)
    return found.length === 0 ? undefined : found.join('\n')
  } finally {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}
