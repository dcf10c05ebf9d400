// The compiler as editors use it, on one program that may change.
import { resolve } from 'node:path'
import ts from '@tsd/typescript'
import { consumerOptions } from '../consumer-options.ts'

/** Makes the service for a program of this name; `write` gives it its text. */
export function createService(name: string): { path: string; service: ts.LanguageService; write(text: string): void } {
  const path = resolve('.build', name)
  let program = ''
  let version = 0
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({ ...consumerOptions, exactOptionalPropertyTypes: true }),
    getScriptFileNames: () => [path],
    getScriptVersion: (file) => (resolve(file) === path ? `${version}` : ''),
    getScriptSnapshot: (file) => {
      const text = resolve(file) === path ? program : ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => resolve(file) === path || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories
  }
  const write = (text: string) => {
    program = text
    version++
  }
  return { path, service: ts.createLanguageService(host), write }
}
