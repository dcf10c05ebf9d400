/** Compresses texts in memory, such as the source of validators. Many are never read. Similar texts shrink to a fifteenth of their size. */
import type * as Zlib from 'node:zlib'
import { require } from '../require.ts'

const loadZlib = (): typeof Zlib => require('node:zlib')

/** In bytes: large enough for texts to compress well, and small enough to decompress quickly. */
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
    // The copy releases the unused rest of zlib's buffer. A small `Buffer` would keep Node's shared pool in memory.
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
