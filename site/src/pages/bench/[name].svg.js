// The charts of the benchmarks, which pages show.
import { readdirSync } from 'node:fs'
import { read, root } from '../../page/list.mjs'

export const getStaticPaths = () =>
  readdirSync(new URL('bench', root))
    .filter((name) => name.endsWith('.svg'))
    .map((name) => ({ params: { name: name.replace('.svg', '') } }))

export const GET = ({ params }) => new Response(read(`bench/${params.name}.svg`))
