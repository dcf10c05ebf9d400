/**
 * Parses a form: texts into memory, files into a folder.
 *
 * Each field has its own limit, which is checked here: busboy has only one size limit for all files.
 */
import type { Readable, Writable } from 'node:stream'
import { httpError } from 'espalier'
import type { Upload } from '../form/form.ts'
import { type FormRules, isAccepted } from './rule.ts'
import { safeName } from './safe-name.ts'
import { SavedFile } from './save-file.ts'

export type Parser = new (options: { headers: { 'content-type': string }; limits: Record<string, number> }) => Writable

export interface FormOptions {
  readonly Parser: Parser
  readonly rules: FormRules
  readonly folder: string
  /** In bytes: the limit for the form without the content of its files. */
  readonly maxTextBytes: number
}

export class ReadForm {
  readonly #options: FormOptions
  readonly #texts = new Map<string, string[]>()
  readonly #files: { file: SavedFile; stream: Readable; name: string; type: string }[] = []
  readonly #refused: Promise<never>
  #refuse: (error: unknown) => void = () => {}

  constructor(options: FormOptions) {
    this.#options = options
    this.#refused = new Promise((_resolve, reject) => {
      this.#refuse = reject
    })
    this.#refused.catch(() => {})
  }

  async read(payload: Readable, headers: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      await this.#parse(payload, headers)
      await Promise.all(this.#files.map(({ file }) => file.saved))
    } catch (error) {
      for (const { stream } of this.#files) stream.destroy(new Error('The form is not whole.'))
      await this.remove()
      throw error
    }
  }

  async #parse(payload: Readable, headers: Readonly<Record<string, unknown>>) {
    const maxBytes = this.#maxBytes()
    const tooLarge = () => httpError(413, 'FORM_TOO_LARGE', `The form has more than ${maxBytes} bytes.`)
    if (Number(headers['content-length']) > maxBytes) throw tooLarge()
    const parser = this.#createParser(`${headers['content-type']}`)
    let bytes = 0
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge()
      await Promise.race([new Promise((resolve) => parser.write(chunk, resolve)), this.#refused])
    }
    await Promise.race([new Promise((resolve) => parser.once('finish', resolve).end()), this.#refused])
  }

  #maxBytes(): number {
    const fileLimits = [...this.#options.rules.values()].map(({ most, file }) => most * (file?.maxBytes ?? 0))
    return fileLimits.reduce((sum, one) => sum + one, this.#options.maxTextBytes)
  }

  #createParser(type: string): Writable {
    const { Parser, maxTextBytes } = this.#options
    const malformed = (cause: unknown) =>
      httpError(400, 'FORM_MALFORMED', 'The body is not a whole form of multipart/form-data.', { cause })
    const limits = { fieldNameSize: 200, fieldSize: maxTextBytes, parts: 2000, headerPairs: 20, headerSize: 16_384 }
    try {
      return new Parser({ headers: { 'content-type': type }, limits })
        .on('field', (name: unknown, value: string) => this.#guard(() => this.#takeText(`${name}`, value)))
        .on('file', (field: unknown, stream: Readable, name: unknown, _encoding: string, mediaType: string) =>
          this.#guard(() => this.#takeFile(`${field}`, stream, `${name ?? ''}`, mediaType))
        )
        .on('partsLimit', () => this.#refuse(httpError(413, 'FORM_TOO_LARGE', 'The form has more than 2000 parts.')))
        .on('error', (cause) => this.#refuse(malformed(cause)))
    } catch (cause) {
      throw malformed(cause)
    }
  }

  /** Runs `take` in a listener of the parser. An uncaught error in a listener would end the process. */
  #guard(take: () => void) {
    try {
      take()
    } catch (error) {
      this.#refuse(error)
    }
  }

  #takeText(name: string, value: string) {
    const rule = this.#options.rules.get(name)
    // Browsers send undeclared fields, such as the name of a button.
    if (rule === undefined) return
    if (rule.file) throw httpError(400, 'FORM_FILE_EXPECTED', `The field '${name}' is a file.`)
    const values = this.#texts.get(name) ?? []
    if (values.length === rule.most) throw fieldRepeated(name, rule.most)
    this.#texts.set(name, [...values, value])
  }

  #takeFile(field: string, stream: Readable, name: string, type: string) {
    const rule = this.#options.rules.get(field)
    // The stream may emit `error` before the file is saved or refused. Without a listener, the error would end the process.
    stream.on('error', () => {})
    if (!rule?.file) throw httpError(400, 'FORM_FILE_UNKNOWN', `The form has no file '${safeName(field)}'.`)
    const { most, file: limits } = rule
    if (name !== '' && !isAccepted(type, limits))
      throw httpError(415, 'FORM_TYPE_REFUSED', `The file '${field}' has to be ${limits.types?.join(' or ')}.`)
    if (this.#files.filter(({ file }) => file.field === field).length === most)
      throw rule.isList
        ? httpError(413, 'FORM_TOO_MANY_FILES', `The field '${field}' takes at most ${most} files.`)
        : fieldRepeated(field, most)
    const file = new SavedFile(stream, field, limits.maxBytes, this.#options.folder)
    file.saved.catch((error) => this.#refuse(error))
    this.#files.push({ file, stream, name, type })
  }

  /** Returns the values for validation. A file is an empty string, because its schema has the type string. After validation, `fill` replaces it. */
  values(): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    for (const [name, { isList, file }] of this.#options.rules) {
      const own = file ? this.#uploadsOf(name).map(() => '') : (this.#texts.get(name) ?? [])
      if (own.length > 0) values[name] = isList ? own : own[0]
    }
    return values
  }

  fill(body: Record<string, unknown>): void {
    for (const [name, { isList, file }] of this.#options.rules) {
      const own = file ? this.#uploadsOf(name) : []
      if (own.length > 0) body[name] = isList ? own : own[0]
    }
  }

  /** Returns the files of a field. If the user has chosen no file, browsers send one without name and content, which is skipped. */
  #uploadsOf(field: string): Upload[] {
    return this.#files
      .filter(({ file, name }) => file.field === field && (name !== '' || file.bytes > 0))
      .map(({ file: { path, bytes }, name, type }) => ({ name: safeName(name), type, bytes, path }))
  }

  async remove(): Promise<void> {
    await Promise.all(this.#files.map(({ file }) => file.remove()))
  }
}

const fieldRepeated = (name: string, most: number) =>
  httpError(
    400,
    'FORM_FIELD_REPEATED',
    `The field '${name}' is there more than ${most === 1 ? 'once' : `${most} times`}.`
  )
