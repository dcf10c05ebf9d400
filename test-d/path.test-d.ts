// Parameters from the path literal.
import { espalier, type PathParams, Type } from 'espalier'
import { expectType } from 'tsd'
import type { ParamsOf } from '../types/path.ts'

declare function params<const Path extends string>(path: Path): PathParams<Path>

expectType<{ id: string }>(params('/users/:id'))
expectType<{ id: string; post: string }>(params('/users/:id/posts/:post'))
expectType<{ id: string; '*': string }>(params('/users/:id/files/*'))
expectType<{ '*': string }>(params('*'))
expectType<{ file: string }>(params('/:file(^\\d+).png'))
expectType<{ near: string; far: string }>(params('/near/:near-:far'))
expectType<{ hour: string; minute: string }>(params('/at/:hour(^\\d{2})h:minute(^\\d{2})m'))
expectType<{ name: string; type: string }>(params('/:name.:type'))
expectType<{ kind: string }>(params('/:kind((?:novel|poem)s?)/x'))
expectType<{ from: string; to: string }>(params('/:from(^\\d+-\\d+$)-:to(^[^/]+$)'))
expectType<{ 'a:b': string }>(params('/:a:b'))
expectType<{ 'id?': string }>(params('/x:id?'))
expectType<string | undefined>(params('/posts/:id?').id)
expectType<string | undefined>(params('/near/:near-:far?').near)
expectType<string>(params('/users/:user/posts/:id?').user)
expectType<{ id: string }>(params('/a::b/:id'))
// biome-ignore lint/complexity/noBannedTypes: no parameters
expectType<{}>(params('/users'))
declare const anyPath: string
expectType<Record<string, string | undefined>>(params(anyPath))

const app = espalier()
app.get('/users/:id/:kind?', (request) => {
  expectType<string>(request.params.id)
  expectType<string | undefined>(request.params.kind)
  // @ts-expect-error the path has no such parameter
  request.params.name
  // @ts-expect-error parameters are texts unless a schema says otherwise
  request.params.id.toFixed()
  return null
})
app.get('/plain', (request) => {
  // @ts-expect-error the path has no parameters
  request.params.id
  return null
})

// The schema of the parameters, where the prefixes of a context have some too: a sentence as the type of `params` refuses every schema.
declare function within<const Path extends string, const Schema, const Around extends string = never>(
  path: Path,
  schema: ParamsOf<Schema, Path, Around>,
  around?: Around
): void

within('/:id', { id: Type.Integer(), org: Type.String() }, 'org')
// @ts-expect-error neither the path nor what is around it has such a parameter
within('/:id', { idd: Type.Integer(), org: Type.String() }, 'org')
// @ts-expect-error nothing is around it
within('/:id', { org: Type.String() })
