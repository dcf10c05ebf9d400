// What TypeScript 5.9's language service needs to offer the members of the validated body inside a handler. It is counted in
// the process's CPU time, so that other work on the machine does not count.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5.9'

const keystrokes = 9

/**
 * Milliseconds: `first` of the first answer after opening the project, `warm` the median of answers that each follow an edit
 * of the handler's file.
 * @throws when the completion does not name the body's property
 */
export function measureCompletion(folder, file, route) {
  const files = readdirSync(folder).flatMap((name) => (name.endsWith('.ts') ? [join(folder, name)] : []))
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  const use = `body.name${route} }`
  const position = source.lastIndexOf(use) + 'body.'.length
  let edits = 0
  const edited = () => `${source}// ${edits}\n`.replace(use, `body.${' '.repeat(edits % 2)}name${route} }`)
  const service = ts.createLanguageService(
    {
      getScriptFileNames: () => files,
      getScriptVersion: (name) => (name === path ? String(edits) : '0'),
      getScriptSnapshot: (name) => {
        const text = name === path ? edited() : ts.sys.readFile(name)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      getCurrentDirectory: () => folder,
      getCompilationSettings: () => toOptions(folder),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories
    },
    ts.createDocumentRegistry()
  )
  const complete = () => {
    const start = process.cpuUsage()
    const entries = service.getCompletionsAtPosition(path, position, {})?.entries ?? []
    const { user, system } = process.cpuUsage(start)
    if (!entries.some(({ name }) => name === `name${route}`)) throw new Error(`${folder}: name${route} is not offered`)
    return Math.round((user + system) / 1000)
  }
  const first = complete()
  const times = Array.from({ length: keystrokes }, () => {
    edits++
    return complete()
  })
  return { first, warm: times.sort((a, b) => a - b)[keystrokes >> 1] }
}

function toOptions(folder) {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  return ts.parseJsonConfigFileContent(config, ts.sys, folder).options
}
