// Do all servers answer all scenarios the same? `node bench/check-answers.mjs [contender...]` lists the differences.
// It fails when one of them is in status or body, or when a server it was asked about does not start.
import { contenders } from './contender.mjs'
import { verify } from './verify.mjs'

const names = process.argv.slice(2)
const chosen = contenders.filter(({ id }) => names.length === 0 || names.includes(id))
const found = await verify(chosen)

for (const { id, title } of chosen) {
  const { unavailable, differences } = found[id]
  if (unavailable !== undefined) console.log(`${title} is not available: ${unavailable}`)
  for (const { scenario, what, is } of differences)
    console.log(`${title} answers scenario ${scenario} with the ${what} ${is}`)
  if (unavailable !== undefined || differences.some(({ isGrave }) => isGrave)) process.exitCode = 1
}
