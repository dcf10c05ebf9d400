/** Compresses texts in memory, such as the sources of validators, because many are never read. Similar texts shrink to a fifteenth. */
import type * as Zlib from 'node:zlib'
import { require } from '../require.ts'

const loadZlib = (): typeof Zlib => require('node:zlib')

/** In bytes. Larger pages compress better, and smaller pages decompress faster. */
const pageSize = 64 * 1024

class Page {
  size = 0
  #texts: Buffer[] = []
  #packed: Uint8Array | undefined

  add(text: string): () => string {
    const start = this.size
    const bytes = Buffer.from(text)
    this.#texts.push(bytes)
    this.size += bytes.length
    const end = this.size
    return () => this.#read().toString('utf8', start, end)
  }

  pack(): void {
    // The copy frees the unused rest of zlib's buffer. A `Uint8Array`, because a small `Buffer` would keep Node's shared pool alive.
    this.#packed = new Uint8Array(loadZlib().deflateRawSync(this.#read(), { level: 1 }))
    this.#texts = []
  }

  #read(): Buffer {
    return this.#packed === undefined ? Buffer.concat(this.#texts) : loadZlib().inflateRawSync(this.#packed)
  }
}

export class PackedTexts {
  #page = new Page()

  add(text: string): () => string {
    if (this.#page.size >= pageSize) {
      this.#page.pack()
      this.#page = new Page()
    }
    return this.#page.add(text)
  }
}
