// Preloaded: tests that import `node:test` get what stands in for it.
import { register } from 'node:module'

const standIn = new URL('node-test.mjs', import.meta.url).href

const resolve = `export function resolve(specifier, context, next) {
  if (specifier !== 'node:test' || context.parentURL === '${standIn}') return next(specifier, context)
  return { url: '${standIn}', shortCircuit: true }
}`

register(`data:text/javascript,${encodeURIComponent(resolve)}`)
