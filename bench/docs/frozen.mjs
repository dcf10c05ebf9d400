// What a task asks is frozen: a page that is mended for a task does not change it. The hash of each stands in frozen.json.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../../scripts/project.mjs'
import { home, taskNames } from './judge.mjs'

/** The hash of what a task asks: its question, the files that it starts from, and its check. Its solution may change with the framework. */
function hashOf(task) {
  const files = filesBelow(`bench/docs/tasks/${task}`).map((path) => path.replaceAll('\\', '/'))
  const hash = createHash('sha256')
  for (const path of files.filter((path) => !path.includes(`${task}/solution/`)))
    hash.update(`${path}\n${readFileSync(path, 'utf8').replaceAll('\r\n', '\n')}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** The hashes of all tasks, as they are and as they were frozen. */
export const readHashes = () => ({
  now: Object.fromEntries(taskNames.map((task) => [task, hashOf(task)])),
  frozen: JSON.parse(readFileSync(join(home, '../frozen.json'), 'utf8'))
})
