// Preloaded, this makes every application of the process read its messages in the lane, as the option `exchange: 'lane'` does.
import * as module from 'node:module'
import { isMainThread } from 'node:worker_threads'

const file = '/.build/src/app-options.js'
const before = "check('exchange',"
const after = `options.exchange ??= 'lane'; ${before}`

function edit(url, source) {
  if (!url.endsWith(file)) return source
  if (source.split(before).length !== 2) throw new Error(`${url} has not once: ${before}`)
  return source.replace(before, after)
}

/** Node's hook for what it loads, on the thread of such hooks. */
export async function load(url, context, next) {
  const loaded = await next(url, context)
  return loaded.source == null ? loaded : { ...loaded, source: edit(url, String(loaded.source)) }
}

if (isMainThread && module.registerHooks !== undefined)
  module.registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      return loaded.source == null ? loaded : { ...loaded, source: edit(url, String(loaded.source)) }
    }
  })
else if (isMainThread) module.register(import.meta.url)
