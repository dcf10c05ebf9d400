/** Compresses texts that may never be needed. */
import type * as Zlib from 'node:zlib'
import { require } from '../require.ts'

const loadZlib = (): typeof Zlib => require('node:zlib')

/** In bytes: large enough for the texts to compress well, and small enough to decompress quickly. */
const pageSize = 64 * 1024

/** Several texts in one block of memory. */
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
    // The copy drops the unused rest of the buffer. It is not a Buffer, because that could be a slice of a shared pool.
    this.#packed = new Uint8Array(loadZlib().deflateRawSync(this.#read(), { level: 1 }))
    this.#texts = []
  }

  #read(): Buffer {
    return this.#packed === undefined ? Buffer.concat(this.#texts) : loadZlib().inflateRawSync(this.#packed)
  }
}

/** Compresses texts page by page. Similar texts shrink to a fifteenth of their size. */
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
