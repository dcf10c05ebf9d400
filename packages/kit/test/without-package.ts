import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'

/** Runs a program in a folder with espalier and the kit, but without the optional packages of the kit. Returns its output. */
export function runWithoutPackages(t: Pick<TestContext, 'after'>, program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-kit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const kit = join(folder, 'node_modules/@espalier/kit')
  mkdirSync(kit, { recursive: true })
  for (const part of ['package.json', 'dist'])
    cpSync(resolve('packages/kit', part), join(kit, part), { recursive: true })
  symlinkSync(resolve('.'), join(folder, 'node_modules/espalier'), 'junction')
  symlinkSync(resolve('node_modules/@sinclair'), join(folder, 'node_modules/@sinclair'), 'junction')
  writeFileSync(join(folder, 'app.mjs'), program)
  const { stdout, stderr } = spawnSync(process.execPath, ['app.mjs'], { cwd: folder, encoding: 'utf8' })
  return stdout + stderr
}
