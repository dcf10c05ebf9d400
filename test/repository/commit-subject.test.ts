/** The subjects of commits since the rule: those of this clone, and right and wrong examples. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const script = resolve('scripts/commit-subjects.mjs')

function check(subjects: readonly string[] = [], cwd = '.') {
  const args = [script, ...subjects.flatMap((subject) => ['--subject', subject])]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd })
  return { status, text: stdout + stderr }
}

const hasHistory = spawnSync('git', ['rev-parse', 'HEAD']).status === 0

test('each commit of this clone has an imperative subject of at most 72 characters', {
  skip: hasHistory ? false : 'these sources have no history'
}, () => {
  const { status, text } = check()
  assert.equal(status, 0, text)
})

test('a subject needs an area and an imperative verb', () => {
  const right = [
    'client: refuse an empty path parameter',
    'openapi-import, cli: read YAML',
    `docs: add ${'a'.repeat(62)}`
  ]
  assert.deepEqual(check(right), { status: 0, text: '3 subjects, 0 with a fault\n' })
  const wrong: [string, string][] = [
    [`docs: add ${'a'.repeat(63)}`, 'has 73 characters; at most 72'],
    ['Add a tour', "must begin with an area, such as 'client: '"],
    ['lane: bytes are written over', "must go on with a verb in the imperative, not 'bytes'"],
    ['lane: fixes a leak', "must go on with a verb in the imperative, not 'fixes'"],
    ['lane: fixed a leak', "must go on with a verb in the imperative, not 'fixed'"],
    ['lane: fix a leak.', 'must not end with a full stop']
  ]
  for (const [subject, fault] of wrong) {
    const { status, text } = check([subject])
    assert.equal(status, 1)
    assert.ok(text.startsWith(`given '${subject}' ${fault}`), text)
  }
})

test('commits before the rule and merges are not checked, also in a shallow clone', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'subjects-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const git = (date: string, ...args: string[]) => {
    const names = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    assert.equal(spawnSync('git', [...names, ...args], { cwd: folder, env }).status, 0, args.join(' '))
  }
  git('', 'init', '-q', '-b', 'main', 'origin')
  const commit = (date: string, subject: string) =>
    git(date, '-C', 'origin', 'commit', '-q', '--allow-empty', '-m', subject)
  commit('2026-11-01T00:00:00Z', 'What was written before')
  commit('2026-12-01T00:00:00Z', 'lane: fix a leak')
  git('', '-C', 'origin', 'branch', 'side')
  commit('2026-12-02T00:00:00Z', 'lane: add a limit')
  git('', '-C', 'origin', 'checkout', '-q', 'side')
  commit('2026-12-03T00:00:00Z', 'lane: add another limit')
  git('2026-12-04T00:00:00Z', '-C', 'origin', 'merge', '-q', '-m', 'The merge of a pull request', 'main')
  assert.deepEqual(check([], join(folder, 'origin')), { status: 0, text: '3 subjects, 0 with a fault\n' })
  commit('2026-12-05T00:00:00Z', 'A leak')
  git('', 'clone', '-q', '--depth', '1', `file://${join(folder, 'origin')}`, 'shallow')
  const { status, text } = check([], join(folder, 'shallow'))
  assert.equal(status, 1)
  assert.match(text, /^\w+ 'A leak' must begin with an area, .*\n1 subjects, 1 with a fault\n$/)
})
