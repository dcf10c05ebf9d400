import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, Type } from 'espalier'
import { openapi } from 'espalier/openapi'
import { mergePatch } from '../../src/patch/merge-patch.ts'
import { renamePaths } from '../../src/patch/path-name.ts'

const parameter = (name: string, place = 'path') => ({ name, in: place })

test('paths and their parameters are renamed', () => {
  const paths = {
    '/a/{b}/{c}': { get: { parameters: [parameter('c'), parameter('b'), parameter('b', 'query')] }, summary: 'd' },
    '/e': {}
  }
  assert.deepEqual(renamePaths(paths, ['/a/{x-b}/{c}', '/f/{g}']), {
    '/a/{x-b}/{c}': { get: { parameters: [parameter('c'), parameter('x-b'), parameter('b', 'query')] }, summary: 'd' },
    '/e': {}
  })
  assert.deepEqual(renamePaths({ '/{a}': {} }, ['/{a}', '/{b}']), { '/{a}': {} })
})

test('a patch may rename path parameters to names that the router does not allow', async () => {
  const app = espalier()
  app.get('/teams/:teamId', { schema: { params: { teamId: Type.Integer() } } }, () => null)
  await app.ready()
  const patch = { paths: { '/teams/{team-id}': { summary: 'a team' } } }
  const { paths } = openapi(app, { info: { title: 'a', version: 'b' }, patch: mergePatch(patch) })
  const item = paths['/teams/{team-id}'] as { summary: string; get: { parameters: object[] } }
  assert.deepEqual(Object.keys(paths), ['/teams/{team-id}'])
  assert.equal(item.summary, 'a team')
  assert.deepEqual(item.get.parameters, [{ name: 'team-id', in: 'path', required: true, schema: { type: 'integer' } }])
  await app.close()
})
