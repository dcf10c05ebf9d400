import assert from 'node:assert/strict'
import { test } from 'node:test'
import createRouter from 'find-my-way'
import { takeApart } from '../../src/contract/path.ts'
import { escapePattern, segmentOf } from '../../src/contract/segment.ts'

function patternByRouter(path: string): string | undefined {
  const router = createRouter({ allowUnsafeRegex: true })
  router.on('GET', path, () => {})
  const { trees } = router as unknown as { trees: { GET: { parametricChildren: { regex: RegExp | null }[] } } }
  return trees.GET.parametricChildren[0]?.regex?.source
}

for (const path of [
  '/:a',
  '/:a-:b',
  '/:a.:b-:c',
  '/:a(^\\d+$)',
  '/:a(\\d+)x:b',
  '/:a-:b(x)y:c.:d',
  '/:a.100%-:b',
  '/:a(x)::y:b',
  '/:a(^a(b)$)'
])
  test(`the pattern of ${path} equals that of the router`, () => {
    const [, segment] = takeApart(path)
    const pattern = typeof segment === 'object' && 'pattern' in segment ? segment.pattern : undefined
    assert.equal(pattern, patternByRouter(path))
  })

test('a segment alternates texts and names', () => {
  assert.equal(segmentOf([{ name: 'a' }]), 'a')
  const { parts } = Object(segmentOf([{ name: 'a' }, '-', ':', { name: 'b', pattern: 'x' }]))
  assert.deepEqual(parts, ['', 'a', '-:', 'b', ''])
  assert.equal(escapePattern('a.b*(c)'), 'a\\.b\\*\\(c\\)')
})
