/** A PostgreSQL of its own in a temporary folder, which may be restarted and stopped. Its programs come from PG_BIN, or from where Debian has them. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './port.mjs'

const run = promisify(execFile)
const home = '/usr/lib/postgresql'

/** @returns the folder of the programs. @throws with the package to install where they are missing. */
function postgresPrograms() {
  if (process.env.PG_BIN !== undefined) return process.env.PG_BIN
  const [newest] = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  if (newest === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql, or set PG_BIN')
  return join(home, newest, 'bin')
}

export async function startPostgres() {
  const [programs, folder, port] = [postgresPrograms(), mkdtempSync(join(tmpdir(), 'postgres-')), await freePort()]
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
  const endNow = () => {
    const words = `${programs}/pg_ctl -D ${data} stop -m immediate`
    execFileSync(...(isRoot ? ['su', ['postgres', '-c', words]] : ['sh', ['-c', words]]), { stdio: 'ignore' })
  }
  // It is no child of this process.
  process.once('exit', endNow)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: (mode) => control(`restart -m ${mode}`),
    /** Ends it as a crash does, or after its connections; `start` goes on with the same data. */
    halt: (mode) => control(`stop -m ${mode}`),
    start: () => control('start'),
    async stop() {
      process.off('exit', endNow)
      await control('stop -m immediate')
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
