import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { sample } from '../../../../test/sample.ts'
import { dangerOf } from '../../src/safety.ts'
import { attacksOn, findAttack, textOf } from '../attack.ts'
import { collectExpressions } from '../collect.ts'
import { ordinary, packages } from '../ordinary.ts'
import { ofProjects } from '../project.ts'

const isRepetitive = (source: string) => /\)[*+{]/.test(source)
const installed = collectExpressions(packages)
const repetitive = installed.filter(({ source }) => isRepetitive(source))
const written = Object.values(ofProjects).flat()
const accepted = [
  ...[...ordinary, ...written].map((source) => ({ source, flags: 'u' })),
  ...installed.filter(({ source, flags }) => dangerOf(source, flags) === null)
]

test('the corpus has at least 200 expressions of projects with repeated groups, and 200 of packages', () => {
  assert.ok(new Set(written.filter(isRepetitive)).size >= 200)
  assert.ok(installed.length >= 200)
})

describe('an ordinary expression is accepted, and no attack on it is found', () => {
  const attacked = new Set(sample(ordinary, 8))
  for (const source of ordinary) {
    test(source, () => {
      assert.equal(dangerOf(source, 'u'), null)
      if (attacked.has(source)) assert.equal(findAttack(source, 'u'), undefined)
    })
  }
})

describe('expressions of real projects are accepted, and no attack on them is found', () => {
  const attacked = new Set(sample(written, 8))
  for (const [project, sources] of Object.entries(ofProjects)) {
    test(project, () => {
      for (const source of sources) {
        assert.equal(dangerOf(source, 'u'), null, source)
        if (attacked.has(source)) assert.equal(findAttack(source, 'u'), undefined, source)
      }
    })
  }
})

describe('an expression of an installed package is refused exactly if an attack is found', () => {
  for (const { source, flags, path } of sample(repetitive, 6)) {
    test(`${path.slice('node_modules/'.length)}: ${source.slice(0, 80)}`, () => {
      const danger = dangerOf(source, flags)
      const attack = findAttack(source, flags, danger?.repeated === undefined ? [] : [danger.repeated])
      assert.equal(danger !== null, attack !== undefined, JSON.stringify({ danger, attack }))
    })
  }
})

test('the engine finishes on every attack text against accepted expressions', { timeout: 600_000 }, async () => {
  const runs = sample(accepted, 6).flatMap(({ source, flags }) => {
    if (!isRepetitive(source)) return []
    const attacks = [...attacksOn(source, flags)]
    const some = attacks.filter((_, index) => index % Math.ceil(attacks.length / 100) === 0)
    return [{ source, flags, texts: some.map((attack) => textOf(attack, Math.ceil(32 / attack.pump.length))) }]
  })
  const program = `
    const { parentPort, workerData } = require('node:worker_threads')
    for (const { source, flags, texts } of workerData) {
      parentPort.postMessage(source)
      for (const text of texts) new RegExp(source, flags).test(text)
    }
    parentPort.postMessage(null)`
  const worker = new Worker(program, { eval: true, workerData: runs })
  await new Promise<void>((resolve, reject) => {
    let running: ReturnType<typeof setTimeout> | undefined
    worker.on('message', (source: string | null) => {
      clearTimeout(running)
      if (source === null) return resolve()
      running = setTimeout(() => reject(new Error(`${source} does not end`)), 60_000)
    })
    worker.on('error', reject)
  }).finally(() => worker.terminate())
})
