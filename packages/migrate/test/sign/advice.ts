/** Returns line and advice of each place in a file. */
import { type Language, languageOf } from '../../src/module-name.ts'
import { loadParser } from '../../src/parser.ts'
import { readSettings, readSource } from '../../src/source-file.ts'

const parse = await loadParser()

export function adviceOn(file: string, text: string, isTyped = true): string[] {
  const language = languageOf(file) as Language
  const signs = language === 'json' ? readSettings(file, text, parse, isTyped) : readSource(text, language, parse).signs
  return signs.map(({ line, advice }) => `${line}: ${advice}`)
}
