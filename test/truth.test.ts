// The promise of the project, over random trees of contexts: a name is a compile error exactly where it is absent at run
// time. `TRUTH_PROGRAMS=2000` tries more programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Beliefs, compile } from './truth/compiler.ts'
import { type Place, type Program, toProgram } from './truth/program.ts'
import { observe, type Sight } from './truth/runtime.ts'
import { type Context, names, trees } from './truth/tree.ts'

const programs = Number(process.env.TRUTH_PROGRAMS ?? 80)
const programsAtOnce = 40

/** The number of comparisons. The test is worthless if it leaves all names out on purpose. */
const compared = { present: 0, absent: 0, unspoken: 0 }

function compare(place: Place, believed: Beliefs, { present }: Sight, source: string): void {
  const types = believed.get(place.id)
  for (const name of names) {
    const type = types?.get(name)
    const where = `${place.bucket}.${name} at place ${place.id} of\n${source}`
    if (type !== undefined) {
      assert.ok(present.has(name), `the compiler sees ${where}`)
      assert.equal(present.get(name), type === '() => number' ? 'function' : type, where)
      compared.present++
    } else if (place.unspoken.has(name)) compared.unspoken++
    else {
      assert.ok(!present.has(name), `only the program sees ${where}`)
      compared.absent++
    }
  }
}

async function check({ source, places }: Program, believed: Beliefs): Promise<void> {
  const seen = await observe(source)
  for (const sight of seen) {
    const place = places.find(({ id }) => id === sight.place)
    assert.ok(place, `place ${sight.place} is not one of the program`)
    compare(place, believed, sight, source)
  }
  const visited = new Set(seen.map(({ place }) => place))
  const forgotten = places.filter(({ id }) => !visited.has(id))
  assert.deepEqual(forgotten, [], `the program never comes by some of its places\n${source}`)
}

/** The errors of a program; an empty list if there are none. */
async function complaintAbout(program: Program, believed: Beliefs): Promise<Error[]> {
  try {
    await check(program, believed)
    return []
  } catch (error) {
    return [error instanceof Error ? error : new Error(String(error))]
  }
}

async function checkTogether(roots: readonly Context[]): Promise<Error[]> {
  const written = roots.map(toProgram)
  const beliefs = compile(written.map(({ source }) => source))
  const complaints: Error[] = []
  for (const [index, program] of written.entries())
    complaints.push(...(await complaintAbout(program, beliefs[index] ?? new Map())))
  return complaints
}

test('a name is a compile error exactly where it is absent at run time, in every place of a random tree', async (t) => {
  const seed = Number(process.env.TRUTH_SEED ?? Date.now() % 2 ** 31)
  t.diagnostic(`TRUTH_SEED=${seed}`)
  const roots = fc.sample(trees, { seed, numRuns: programs })
  for (let done = 0; done < programs; done += programsAtOnce) {
    const complaints = await checkTogether(roots.slice(done, done + programsAtOnce))
    // The shortest program shows the fault best.
    const [shortest] = complaints.sort((a, b) => a.message.length - b.message.length)
    if (shortest) throw shortest
  }
  t.diagnostic(JSON.stringify(compared))
  assert.ok(compared.present * 4 > compared.unspoken && compared.absent > compared.unspoken, JSON.stringify(compared))
})
