/** A PostgreSQL of its own in a temporary folder, which the fleet may restart. Its programs come from PG_BIN, or from where Debian has them. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.mjs'

const run = promisify(execFile)

function findPrograms() {
  if (process.env.PG_BIN !== undefined) return process.env.PG_BIN
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${versions[0]}/bin`
}

export async function startEngine() {
  const [programs, folder, port] = [findPrograms(), mkdtempSync(join(tmpdir(), 'events-fleet-')), await freePort()]
  const isRoot = process.getuid() === 0
  if (isRoot) await run('chown', ['postgres', folder])
  // PostgreSQL refuses to run as root.
  const call = (command) => (isRoot ? run('su', ['postgres', '-c', command]) : run('sh', ['-c', command]))
  const data = join(folder, 'data')
  await call(`${programs}/initdb -D ${data} -A trust -U postgres`)
  const options = `-p ${port} -k ${folder} -c max_connections=300 -c listen_addresses=127.0.0.1`
  // Its output would keep the pipe of the command open.
  const control = (words) =>
    call(`${programs}/pg_ctl -D ${data} -l ${folder}/log -o "${options}" -w ${words} >/dev/null 2>&1`)
  await control('start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: (mode) => control(`restart -m ${mode}`),
    async stop() {
      await control('stop -m immediate')
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
