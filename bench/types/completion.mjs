// What a language service of TypeScript 5.9 needs to offer the members of the validated body inside a handler, with the
// project loaded and checked, as an editor's server has it: each answer follows the edits of a person who deletes a
// member's name and types the dot again. Counted in CPU time, so that other work on the machine does not count; the threads
// that collect garbage beside it do, so a person on a machine without other work waits for less.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from '@tsd/typescript'

// V8 has compiled the checker's code by then, as it has in a server that a person has worked with for a minute.
const untimedEdits = 60
const timedEdits = 31
const places = 10

/**
 * The medians of what an answer takes, by the name of each of `projects`, which take turns: milliseconds of CPU time, `elapsed`
 * milliseconds, and instantiations. A project is `{ name, folder, file, route }`: `route` is the number of the last route of `file`.
 * @throws when a completion does not name the body's property
 */
export function measureCompletions(projects) {
  const measured = projects.map((project) => ({ ...project, costs: [], editor: open(project) }))
  for (let edit = 0; edit < untimedEdits + timedEdits; edit++) {
    for (const { route, costs, editor } of measured) {
      const cost = editor.complete(`name${route - (edit % places)}`)
      if (edit >= untimedEdits) costs.push(cost)
    }
  }
  const medianOf = (costs, figure) => median(costs.map((cost) => cost[figure]))
  return new Map(
    measured.map(({ name, costs }) => [
      name,
      {
        milliseconds: medianOf(costs, 'milliseconds'),
        elapsed: medianOf(costs, 'elapsed'),
        instantiations: medianOf(costs, 'instantiations')
      }
    ])
  )
}

function open({ folder, file }) {
  const path = join(folder, file)
  const document = toDocument(readFileSync(path, 'utf8'))
  const service = toService(folder, path, document)
  service.getSemanticDiagnostics(path)
  return {
    complete(member) {
      const position = document.text.indexOf(`body.${member}`) + 'body.'.length
      document.replace(position, member.length, '')
      const began = performance.now()
      const start = process.cpuUsage()
      const entries = service.getCompletionsAtPosition(path, position, { triggerCharacter: '.' })?.entries ?? []
      const { user, system } = process.cpuUsage(start)
      const elapsed = performance.now() - began
      if (!entries.some(({ name }) => name === member)) throw new Error(`${folder}: ${member} is not offered`)
      const instantiations = service.getProgram().getInstantiationCount()
      document.replace(position, 0, member)
      return { milliseconds: (user + system) / 1000, elapsed, instantiations }
    }
  }
}

/** A text that tells what changed in it, so that the compiler parses no more than that. */
function toDocument(text) {
  const toSnapshot = (current, previous, change) => ({
    getText: (start, end) => current.slice(start, end),
    getLength: () => current.length,
    getChangeRange: (old) => (old === previous ? change : undefined)
  })
  const document = {
    text,
    version: 0,
    snapshot: toSnapshot(text),
    replace(start, length, by) {
      document.text = document.text.slice(0, start) + by + document.text.slice(start + length)
      document.version++
      const change = ts.createTextChangeRange(ts.createTextSpan(start, length), by.length)
      document.snapshot = toSnapshot(document.text, document.snapshot, change)
    }
  }
  return document
}

function toService(folder, path, document) {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const snapshots = new Map()
  const host = {
    getScriptFileNames: () => fileNames,
    getProjectVersion: () => String(document.version),
    getScriptVersion: (name) => (name === path ? String(document.version) : '0'),
    getScriptSnapshot: (name) => {
      if (name === path) return document.snapshot
      if (!snapshots.has(name)) snapshots.set(name, ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? ''))
      return snapshots.get(name)
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories
  }
  return ts.createLanguageService(host, ts.createDocumentRegistry())
}

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1]
}
