import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Modules } from '../../../packages/cli/src/dev/modules.ts'
import { until } from '../../until.ts'
import { Project } from './project.ts'

test('a file that is created right after watch() is reported', async (t) => {
  const project = new Project(t)
  const modules = await Modules.open(project.folder)
  t.after(() => modules.close())
  const reported = new Set<string>()
  modules.onChange((file) => reported.add(modules.nameOf(file)))
  // Vite's watcher misses files that are created in its first milliseconds.
  await sleep(300)
  for (const name of ['package-lock.json', 'yarn.lock', '.env', '.env.local']) {
    modules.watch([join(project.folder, name)])
    project.save(name, '')
    await until(() => reported.has(name), name, { every: 5 })
  }
  assert.equal(reported.size, 4)
})
