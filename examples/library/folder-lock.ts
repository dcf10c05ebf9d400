/** The embedded database belongs to one process at a time: a second one would destroy the folder. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export class FolderInUseError extends Error {
  constructor(folder: string, owner: number) {
    super(`The folder ${folder} belongs to a running library (process ${owner}).`)
  }
}

/** Takes a folder and returns the function that gives it back. What a killed process held is free. */
export function lockFolder(folder: string) {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'owner.pid')
  const owner = readOwner(lock)
  if (owner !== undefined && isRunning(owner)) throw new FolderInUseError(folder, owner)
  rmSync(lock, { force: true })
  writeFileSync(lock, String(process.pid), { flag: 'wx' })
  return () => rmSync(lock, { force: true })
}

function readOwner(lock: string) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return undefined
  }
}

/** Asks by signal 0. A process that we may not signal runs all the same. */
function isRunning(pid: number) {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
