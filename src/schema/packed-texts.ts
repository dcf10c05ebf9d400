/** Compresses texts in memory, such as the source of validators. Many are never read, because many routes get no request. */
import type * as Zlib from 'node:zlib'
import { require } from '../require.ts'

const loadZlib = (): typeof Zlib => require('node:zlib')

/** The size of a page in bytes: large enough for texts to compress well, and small enough to decompress quickly. */
const pageSize = 64 * 1024

/** Several texts that are compressed together. */
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
    // Copying the output releases the unused rest of zlib's buffer. The copy is no Buffer, because a small Buffer may be a slice of Node's shared
    // pool, which it would keep in memory.
    this.#packed = new Uint8Array(loadZlib().deflateRawSync(this.#read(), { level: 1 }))
    this.#texts = []
  }

  #read(): Buffer {
    return this.#packed === undefined ? Buffer.concat(this.#texts) : loadZlib().inflateRawSync(this.#packed)
  }
}

/** Compresses several texts together, as a page. Similar texts shrink to a fifteenth of their size. */
export class PackedTexts {
  #page = new Page()

  /** Adds a text, and returns the function that decompresses it: `const read = packed.add(text)`, and later `read()`. */
  add(text: string): () => string {
    if (this.#page.size >= pageSize) {
      this.#page.pack()
      this.#page = new Page()
    }
    return this.#page.add(text)
  }
}
