// Checks the subjects of commits: `area: verb …`, imperative, at most 72 characters. `node scripts/commit-subjects.mjs` reads the commits that this
// clone has, which may be shallow; `--subject 'docs: add a tour'` checks a text instead. Commits before `start` were written under no such rule.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { verbs } from './commit-subjects/verb.mjs'

const start = new Date('2026-11-27T02:50:00Z')
const longest = 72

const { values } = parseArgs({ options: { subject: { type: 'string', multiple: true } } })

/** The subjects of the commits that were authored since `start`, without merges, with the short id of each. */
function subjectsInClone() {
  const { status, stdout, stderr } = spawnSync('git', ['log', '--no-merges', '--format=%h %at %s'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26
  })
  if (status !== 0) throw new Error(`git log failed: ${stderr}`)
  return stdout
    .split('\n')
    .map((line) => /^(\S+) (\d+) (.*)$/.exec(line))
    .filter((match) => match !== null && Number(match[2]) * 1000 >= start.getTime())
    .map(([, id, , subject]) => ({ id, subject }))
}

/** Returns what is wrong with a subject, or undefined. */
function faultOf(subject) {
  if (subject.length > longest) return `has ${subject.length} characters; at most ${longest}`
  const [, rest] = /^[a-z][\w@/., -]*: (.+)$/.exec(subject) ?? []
  if (rest === undefined) return "must begin with an area, such as 'client: '"
  const verb = rest.split(/[\s,]/)[0]
  if (!verbs.has(verb))
    return `must go on with a verb in the imperative, not '${verb}'; scripts/commit-subjects/verb.mjs lists them`
  if (rest.endsWith('.')) return 'must not end with a full stop'
}

const subjects = values.subject?.map((subject) => ({ id: 'given', subject })) ?? subjectsInClone()
const faults = subjects.flatMap(({ id, subject }) => {
  const fault = faultOf(subject)
  return fault === undefined ? [] : [`${id} '${subject}' ${fault}`]
})
for (const fault of faults) console.log(fault)
console.log(`${subjects.length} subjects, ${faults.length} with a fault`)
process.exitCode = faults.length > 0 ? 1 : 0
