// `node scripts/install-size.mjs [FOLDER] [--most MB]`: which direct dependency brings how much to an install, and for whom. A package counts as what its
// files take on a disk with blocks of 4 kB, each file once, however many names it has. FOLDER is one with a lockfile of its own, such as
// test/consumers. With --most a larger install ends the process with 1.
import { parseArgs } from 'node:util'
import { audiences, audiencesOf } from './install-size/audience.mjs'
import { readInstall } from './install-size/install.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { most: { type: 'string' } } })
const [folder = '.'] = positionals
const { all, direct, closureOf, total } = readInstall(folder)
const inMegabytes = (bytes) => (bytes / 1e6).toFixed(1).padStart(7)

const names = [...new Set(direct.map(({ name }) => name))]
const forWhom = audiencesOf(names)
const needed = closureOf(direct)
const rows = names.map((name) => {
  const others = direct.filter((one) => one.name !== name)
  const alone = total(needed) - total(closureOf(others))
  const whole = total(closureOf(direct.filter((one) => one.name === name)))
  return { name, alone, whole }
})
rows.sort((one, other) => other.alone - one.alone || other.whole - one.whole)

console.log('  alone  in all  package, and for whom (MB)')
for (const { name, alone, whole } of rows)
  console.log(
    `${inMegabytes(alone)} ${inMegabytes(whole)}  ${name.padEnd(34)} ${forWhom.get(name).join(', ') || 'unused'}`
  )

// A package belongs to the first that needs it, so that the figures add up.
const counted = new Set()
console.log('\nfor whom, without what the lines above it need already (MB)')
for (const audience of audiences) {
  const wanted = direct.filter(({ name }) => forWhom.get(name).includes(audience))
  const own = [...closureOf(wanted)].filter((path) => !counted.has(path))
  if (own.length === 0) continue
  for (const path of own) counted.add(path)
  console.log(`${inMegabytes(total(own))}  ${audience}`)
}
const whole = total(all)
console.log(`${inMegabytes(whole)}  all, ${all.size} packages`)
if (values.most !== undefined && whole > Number(values.most) * 1e6) {
  console.log(`An install of ${folder} may have ${values.most} MB.`)
  process.exitCode = 1
}
