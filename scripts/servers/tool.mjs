/** Programs of the system, which the scripts that need them do not bring along. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The packages of Debian that have them. */
const packages = { initdb: 'postgresql', 'redis-server': 'redis-server', 'systemd-socket-activate': 'systemd' }

/** Servers are often where the path of a user does not lead. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin']

const find = (name) => folders.map((folder) => join(folder, name)).find(existsSync)

/** @returns the path of a program. @throws with the package to install where it is missing. */
export function tool(name) {
  const path = find(name)
  if (path === undefined) throw new Error(`${name} is missing: apt-get install ${packages[name] ?? name}`)
  return path
}
