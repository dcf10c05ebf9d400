/**
 * The embedded database belongs to one process at a time: a second one would destroy the folder. The owner listens on a
 * socket in it, which the system closes however the process ends; a file with a process id would outlive it.
 */
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'

export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(`The folder ${folder} belongs to an application that is running.`)
  }
}

/** Takes a folder and returns the function that gives it back. */
export async function lockFolder(folder: string) {
  mkdirSync(folder, { recursive: true })
  const isWindows = process.platform === 'win32'
  const address = isWindows ? join('\\\\?\\pipe', resolve(folder)) : join(folder, 'owner.sock')
  if (await isAnswered(address)) throw new FolderInUseError(folder)
  if (!isWindows) rmSync(address, { force: true })
  const server = createServer((socket) => socket.destroy()).listen(address)
  await once(server, 'listening')
  return () => void server.close()
}

async function isAnswered(address: string) {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
