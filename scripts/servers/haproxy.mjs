/** HAProxy with the file of examples/deploy, on other ports and with another certificate. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../project.mjs'
import { certify } from './certificate.mjs'
import { replaced } from './nginx.mjs'
import { freePort } from './port.mjs'
import { bound, stopped, untilListening } from './process.mjs'
import { tool } from './tool.mjs'

/** Writes the configuration into a folder. */
export async function writeHaproxy(folder, { ports }) {
  const [plainPort, tlsPort] = [await freePort(), await freePort()]
  const { certificate, key } = await certify(folder)
  const both = join(folder, 'helpdesk.pem')
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  const text = replaced(readFileSync(join(root, 'examples/deploy/haproxy/haproxy.cfg'), 'utf8'), {
    'bind :80\n': `bind 127.0.0.1:${plainPort}\n`,
    'bind :443 ': `bind 127.0.0.1:${tlsPort} `,
    '/etc/haproxy/tls/helpdesk.pem': both,
    ...Object.fromEntries(ports.map((port, place) => [`127.0.0.1:${3001 + place}`, `127.0.0.1:${port}`]))
  })
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  return { file, plainPort, tlsPort, certificate }
}

/** Resolves to the words of HAProxy about a file that it refuses, or else to undefined. */
export async function refusalOfHaproxy(file) {
  const { code, output } = await run([tool('haproxy'), '-c', '-q', '-f', file])
  return code === 0 && output === '' ? undefined : output
}

/** Starts it; resolves when it accepts connections. */
export async function startHaproxy(folder, options) {
  const written = await writeHaproxy(folder, options)
  const child = bound(
    spawn(tool('haproxy'), ['-q', '-db', '-f', written.file], { stdio: ['ignore', 'ignore', 'inherit'] })
  )
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`HAProxy ended with ${code}`)))
  await Promise.race([untilListening(written.tlsPort), failed])
  failed.catch(() => {})
  return { ...written, url: `https://localhost:${written.tlsPort}`, stop: () => stopped(child) }
}
