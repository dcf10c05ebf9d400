// After random patches, documents must describe only what the application has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openapi } from '../../../../src/openapi/index.ts'
import type { Anything } from '../../../../test/anything.ts'
import { budget } from '../../../../test/fuzz/budget.ts'
import { info } from '../../../../test/openapi/describing.ts'
import { mergePatch } from '../../src/patch/merge-patch.ts'
import { unprovoked } from './provoke.ts'
import { createRandomApp, reduce, specs } from './random-app.ts'
import { edited, edits, keyed, patchOf } from './random-document.ts'

const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 })

test('a request can produce each operation, parameter, status, content type and field of the result', async () => {
  await fc.assert(
    fc.asyncProperty(specs, edits, bits, fc.boolean(), async (spec, changes, kept, isWhole) => {
      const own = openapi(await createRandomApp(spec), { info })
      const wanted = edited(own, changes)
      const app = await createRandomApp(reduce(spec, kept))
      const document: Anything = openapi(app, { info, patch: mergePatch(isWhole ? wanted : patchOf(wanted, own)) })
      assert.deepEqual(await unprovoked(app, document), [])
    }),
    budget(100)
  )
})

test('a patch restores a hand-edited document from that of its application', async () => {
  await fc.assert(
    fc.asyncProperty(specs, edits, async (spec, changes) => {
      const app = await createRandomApp(spec)
      const own = openapi(app, { info })
      const wanted = edited(own, changes)
      const left: string[] = []
      const document = openapi(app, {
        info,
        patch: mergePatch(patchOf(wanted, own)),
        onLeftOut: (sentence) => left.push(sentence)
      })
      if (left.length === 0) assert.deepEqual(keyed(document), keyed(wanted))
    }),
    budget(100)
  )
})
