import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { httpError } from 'espalier'

export class SavedFile {
  readonly field: string
  readonly path: string
  bytes = 0
  /** Resolves when the file is complete and closed. Rejects when the file is too large, the stream fails, or the file cannot be written. */
  readonly saved: Promise<void>

  constructor(stream: Readable, field: string, maxBytes: number, folder: string) {
    this.field = field
    // The path contains no text of the client, because such a text could lead to another folder.
    this.path = join(folder, `${randomUUID()}.upload`)
    // The stream may emit `error` even after the file was refused. Without a listener, the error would end the process.
    stream.on('error', () => {})
    const count = (source: AsyncIterable<Buffer>) => this.#count(source, maxBytes)
    // The flag `wx` never overwrites an existing file.
    const target = createWriteStream(this.path, { flags: 'wx' })
    const closed = new Promise<void>((resolve) => target.once('close', () => resolve()))
    // A pipeline may reject before the file is opened. Waiting for `close` ensures that `remove` also removes a file that is opened late.
    this.saved = pipeline(stream, count, target).finally(() => closed)
  }

  async *#count(source: AsyncIterable<Buffer>, maxBytes: number) {
    for await (const chunk of source) {
      this.bytes += chunk.length
      if (this.bytes > maxBytes)
        throw httpError(413, 'FORM_FILE_TOO_LARGE', `The file '${this.field}' has more than ${maxBytes} bytes.`)
      yield chunk
    }
  }

  async remove(): Promise<void> {
    await this.saved.catch(() => {})
    await rm(this.path, { force: true })
  }
}
