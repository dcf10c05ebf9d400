// Preloaded, this makes every application of the process read its messages in the lane, as the option `exchange: 'lane'` does, and each connection from
// its first message on. That one is Node's otherwise, and a client that sends one request would never meet the lane. Node's parser is given a message
// that nobody hears of in its place.
import * as module from 'node:module'
import { isMainThread } from 'node:worker_threads'

const edits = {
  'src/app-options.js': [["kind: 'exchange', default: 'auto'", "kind: 'exchange', default: 'lane'"]],
  'src/adapter/lane/lane.js': [
    ['#isFirst = true', '#isFirst = false'],
    ['this.#parser = socket.parser;', 'this.#parser = socket.parser; globalThis.espalierLaneWarms(socket.parser);'],
    ['#keptFor = -1', '#keptFor = "any"'],
    ['this.#keptFor === ', 'this.#keptFor === "any" || this.#keptFor === ']
  ]
}

function edit(url, source) {
  const [, wanted = []] = Object.entries(edits).find(([path]) => url.endsWith(`/.build/${path}`)) ?? []
  return wanted.reduce((text, [before, after]) => {
    if (text.split(before).length !== 2) throw new Error(`${url} has not once: ${before}`)
    return text.replace(before, after)
  }, source)
}

/** Node's hook for what it loads, on the thread of such hooks. */
export async function load(url, context, next) {
  const loaded = await next(url, context)
  return loaded.source == null ? loaded : { ...loaded, source: edit(url, String(loaded.source)) }
}

const ordinary = Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')

/** Has Node's parser read a message, by which it learns that its connection is in use. */
globalThis.espalierLaneWarms = (parser) => {
  const { onIncoming } = parser
  parser.onIncoming = () => 0
  parser.execute(ordinary)
  parser.onIncoming = onIncoming
  parser.incoming = null
}

if (isMainThread && module.registerHooks !== undefined)
  module.registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      return loaded.source == null ? loaded : { ...loaded, source: edit(url, String(loaded.source)) }
    }
  })
else if (isMainThread) module.register(import.meta.url)
