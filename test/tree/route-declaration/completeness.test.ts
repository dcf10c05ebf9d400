/** Compares each row of the table of route options with its types and documents. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ownRouteOptions } from '../../../src/tree/route-declaration.ts'
import { membersOf } from '../../architecture/member.ts'
import { createApp } from '../../security/wild.ts'

const arguments_ = ['method', 'url', 'path', 'handler']
const declared = [
  ...membersOf('types/route.ts', 'RouteSettings').keys(),
  ...membersOf('types/route.ts', 'RouteHooks').keys(),
  ...membersOf('types/route-options.ts', 'RouteOptions').keys()
]
const shownByType = [...membersOf('types/route.ts', 'RouteInfo').keys()]
const [, afterTitle = ''] = readFileSync('docs/api.md', 'utf8').split('## Options of a route')
const [, table = ''] = /((?:^\|.*\n)+)/m.exec(afterTitle) ?? []

/** Returns the places that contradict a row of the table. */
function lackingOf(options: Readonly<Record<string, 'shown' | 'hidden'>>): string[] {
  return Object.entries(options).flatMap(([name, row]) => {
    const isArgument = arguments_.includes(name)
    const found = [
      !isArgument && !declared.includes(name) && `types/route.ts: RouteSettings lacks ${name}`,
      !isArgument && !table.includes(`\`${name}\``) && `docs/api.md: the options of a route lack ${name}`,
      shownByType.includes(name) !== (row === 'shown') &&
        `types/route.ts: RouteInfo must ${row === 'shown' ? '' : 'not '}have ${name}`
    ]
    return found.filter((sentence) => sentence !== false)
  })
}

test('the types and documents of each route option match its row', () => {
  assert.deepEqual(lackingOf(ownRouteOptions), [])
})

test('request.routeOptions has the members of its type, also in a not-found handler', async () => {
  const { app } = createApp()
  const show = ({ routeOptions }: { routeOptions: object }) => Object.keys(routeOptions).sort()
  app.get('/', show)
  app.setNotFoundHandler(show)
  for (const url of ['/', '/none']) assert.deepEqual((await app.inject(url)).json(), [...shownByType].sort(), url)
})

test('a new row lists every missing place', () => {
  assert.deepEqual(lackingOf({ example: 'shown' }), [
    'types/route.ts: RouteSettings lacks example',
    'docs/api.md: the options of a route lack example',
    'types/route.ts: RouteInfo must have example'
  ])
})
