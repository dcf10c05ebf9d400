// The page of `espalier inspect`, which ../../../figure/main.mjs has written.
import { readFileSync } from 'node:fs'

export const GET = () => new Response(readFileSync('.astro/inspect.html', 'utf8'))
