import { readFile } from 'node:fs/promises'
import { messageOf, replaceFile } from '@espalier/command-kit'
import { toDiff } from './diff.ts'
import { findFiles } from './find-files.ts'
import { type Entry, entries, fastify, languageOf } from './module-name.ts'
import { loadParser, type Parse } from './parser.ts'
import type { Sign } from './sign/sign.ts'
import { readSettings, readSource } from './source-file.ts'

export interface Changed {
  readonly path: string
  readonly imports: number
  readonly entry: Entry
  readonly diff: string
}

export interface Left extends Sign {
  readonly path: string
}

/** A file that was not changed, and the reason. */
export interface Failed {
  readonly path: string
  readonly why: string
}

export interface Migration {
  readonly looked: number
  readonly changed: readonly Changed[]
  readonly left: readonly Left[]
  readonly failed: readonly Failed[]
}

export interface MigrateOptions {
  readonly given: readonly string[]
  readonly isDry: boolean
  /** Converts a path to the form that the report shows. */
  readonly show: (path: string) => string
}

/**
 * Reads every file, and replaces `fastify` in its imports. A dry run writes nothing.
 *
 * @throws UsageError when `@babel/parser` is not installed, or a path does not exist
 */
export async function migrate(options: MigrateOptions): Promise<Migration> {
  const unread: Failed[] = []
  const files = await findFiles(options.given, (path, error) =>
    unread.push({ path: options.show(path), why: messageOf(error) })
  )
  const work = new MigrationRun(await loadParser(), options)
  const settings = files.filter((path) => languageOf(path) === 'json')
  for (const path of files) if (languageOf(path) !== 'json') await work.tryFile(path, () => work.source(path))
  // `package.json` comes last, because the advice about its dependencies depends on the imports in the sources.
  for (const path of settings) await work.tryFile(path, () => work.settings(path))
  work.checkMocks()
  return { looked: files.length, changed: work.changed, left: work.left, failed: [...unread, ...work.failed] }
}

class MigrationRun {
  readonly changed: Changed[] = []
  readonly left: Left[] = []
  readonly failed: Failed[] = []
  #isTyped = false
  readonly #imported = new Set<Entry>()
  readonly #mocked: { readonly path: string; readonly line: number; readonly entry: Entry }[] = []

  readonly #parse: Parse
  readonly #isDry: boolean
  readonly #show: (path: string) => string

  constructor(parse: Parse, { isDry, show }: MigrateOptions) {
    this.#parse = parse
    this.#isDry = isDry
    this.#show = show
  }

  /** Catches errors of `work`, so that the migration continues with the other files. */
  async tryFile(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.failed.push({ path: this.#show(path), why: messageOf(error) })
    }
  }

  async source(path: string): Promise<void> {
    const read = await readText(path)
    const language = languageOf(path)
    if (read === undefined || language === undefined || language === 'json') return
    const { specifiers, entry, after, signs } = readSource(read.text, language, this.#parse)
    this.#isTyped ||= entry === entries.typed
    for (const { isMock, line } of specifiers) {
      if (isMock) this.#mocked.push({ path: this.#show(path), line, entry })
      else this.#imported.add(entry)
    }
    if (specifiers.length > 0) {
      if (!this.#isDry) await replaceFile(path, Buffer.from(after), () => isUnchanged(path, read.bytes))
      const shown = this.#show(path)
      this.changed.push({ path: shown, imports: specifiers.length, entry, diff: toDiff(shown, read.text, after) })
    }
    this.#addSigns(path, signs)
  }

  async settings(path: string): Promise<void> {
    const read = await readText(path)
    if (read !== undefined) this.#addSigns(path, readSettings(path, read.text, this.#parse, this.#isTyped))
  }

  /** A mock has an effect only on sources that import the module by the same name. After the migration, sources may import one of two modules. */
  checkMocks(): void {
    for (const { path, line, entry } of this.#mocked) {
      const others = [...this.#imported].filter((each) => each !== entry)
      const advice = `A mock of '${entry}' now, and other sources import '${others[0]}'. Name the one that the tested module imports.`
      if (others.length > 0) this.left.push({ path, line, advice })
    }
  }

  #addSigns(path: string, signs: readonly Sign[]): void {
    for (const sign of [...signs].sort((a, b) => a.line - b.line)) this.left.push({ ...sign, path: this.#show(path) })
  }
}

async function readText(path: string): Promise<{ bytes: Buffer; text: string } | undefined> {
  const bytes = await readFile(path)
  if (!bytes.includes(fastify) && !bytes.includes(Buffer.from(fastify, 'utf16le'))) return
  try {
    return { bytes, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    throw new Error('it is not UTF-8')
  }
}

const isUnchanged = async (path: string, bytes: Buffer): Promise<boolean> => bytes.equals(await readFile(path))
