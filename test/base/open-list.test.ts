import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { OpenList } from '../../src/base/open-list.ts'

test('a list contains the added values that were not removed, in any order of changes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 60 }), (moves) => {
      const list = new OpenList<number>()
      const open = new Map<number, () => void>()
      for (const [value, move] of moves.entries()) {
        const leaving = [...open.keys()][move % 8]
        if (leaving === undefined) open.set(value, list.add(value))
        else {
          open.get(leaving)?.()
          open.delete(leaving)
        }
        assert.deepEqual([...list].sort(), [...open.keys()].sort())
      }
    })
  )
})

test('a value may be removed while the list is iterated', () => {
  const list = new OpenList<string>()
  const removes = ['a', 'b', 'c'].map((value) => list.add(value))
  const seen: string[] = []
  for (const value of list) {
    seen.push(value)
    for (const remove of removes.splice(0)) remove()
  }
  assert.deepEqual([seen, [...list]], [['a', 'b', 'c'], []])
})

test('a second removal of a value removes no other value', () => {
  const list = new OpenList<string>()
  const [removeFirst] = ['a', 'b', 'c'].map((value) => list.add(value))
  removeFirst?.()
  removeFirst?.()
  assert.deepEqual([...list].sort(), ['b', 'c'])
})
