/** nginx with the very files of examples/deploy: addresses, ports and certificates are others, and all else is what is handed over. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../project.mjs'
import { certify } from './certificate.mjs'
import { freePort } from './port.mjs'
import { bound, stopped, untilListening } from './process.mjs'
import { tool } from './tool.mjs'

/** The processes that examples/deploy/nginx/servers.conf names. */
const namedServers = ['127.0.0.1:3001', '127.0.0.1:3002', '127.0.0.1:3003']

/** Replaces what has to be there. */
export function replaced(text, wanted) {
  for (const [old, now] of Object.entries(wanted)) {
    if (!text.includes(old)) throw new Error(`the configuration has no '${old}'`)
    text = text.replaceAll(old, now)
  }
  return text
}

/**
 * Writes a configuration into a folder.
 *
 * @param ports of the processes behind it, one for each that the files name
 * @param changes other replacements in helpdesk.conf, for experiments
 */
export async function writeNginx(folder, { ports, changes = {} }) {
  const [port, tlsPort, plainPort] = [await freePort(), await freePort(), await freePort()]
  mkdirSync(join(folder, 'temp'), { recursive: true })
  const read = (name) => readFileSync(join(root, 'examples/deploy/nginx', name), 'utf8')
  const { certificate, key } = await certify(folder)
  const site = replaced(read('helpdesk.conf'), {
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen 443 ssl': `listen 127.0.0.1:${tlsPort} ssl`,
    'listen 127.0.0.1:8080;': `listen 127.0.0.1:${port};`,
    '/etc/nginx/tls/fullchain.pem': certificate,
    '/etc/nginx/tls/key.pem': key,
    ...changes
  })
  const servers = Object.fromEntries(namedServers.map((name, place) => [name, `127.0.0.1:${ports[place]}`]))
  writeFileSync(join(folder, 'helpdesk.conf'), site)
  writeFileSync(join(folder, 'helpdesk-servers.conf'), replaced(read('servers.conf'), servers))
  writeFileSync(join(folder, 'nginx.conf'), frame(folder))
  return { port, tlsPort, plainPort, certificate, log: join(folder, 'nginx-access.log') }
}

/** The file that a system brings along, around what is included. */
function frame(folder) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `${process.getuid() === 0 ? 'user root;\n' : ''}worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx-error.log warn;
events { worker_connections 4096; }
http {
  log_format fleet '$request_method $uri $status up=$upstream_addr us=$upstream_status rt=$request_time';
  access_log ${folder}/nginx-access.log fleet;
${temporary.map((name) => `  ${name}_temp_path ${folder}/temp/${name};`).join('\n')}
  include helpdesk.conf;
}
`
}

/** Resolves to the words of nginx about a configuration that it refuses, or else to undefined. */
export async function refusalOfNginx(folder) {
  const { code, output } = await run([tool('nginx'), '-t', '-q', '-c', join(folder, 'nginx.conf')])
  return code === 0 && output === '' ? undefined : output
}

/** Starts it in a folder; resolves when it accepts connections. */
export async function startNginx(folder, options) {
  const written = await writeNginx(folder, options)
  const words = ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  const child = bound(spawn(tool('nginx'), words, { stdio: ['ignore', 'ignore', 'inherit'] }))
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`nginx ended with ${code}`)))
  await Promise.race([untilListening(written.port), failed])
  failed.catch(() => {})
  return { ...written, url: `http://127.0.0.1:${written.port}`, stop: () => stopped(child, 'SIGQUIT') }
}
