// Returns the names that exist when a program runs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from '@tsd/typescript'
import { names } from './tree.ts'

/** One look: the type of each name that is there. */
export interface Sight {
  readonly place: number
  readonly present: ReadonlyMap<string, string>
}

interface Running {
  inject(path: string): Promise<{ statusCode: number; body: string }>
  close(): Promise<unknown>
}
type Prepare = (see: (place: number, seen: object) => void, freshPath: () => string) => () => Promise<Running>

const folder = resolve('.build/truth')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

let runs = 0

/** Runs a program, asks each of its routes once and returns what was seen where. */
export async function observe(source: string): Promise<Sight[]> {
  const prepare = await load(source)
  const sights: Sight[] = []
  const paths: string[] = []
  const see = (place: number, seen: object) =>
    void sights.push({
      place,
      present: new Map(
        names.filter((name) => name in seen).map((name) => [name, typeof seen[name as keyof typeof seen]])
      )
    })
  const freshPath = () => {
    const path = `/look-${paths.length}`
    paths.push(path)
    return path
  }
  const app = await prepare(see, freshPath)()
  for (const path of paths) {
    const { statusCode, body } = await app.inject(path)
    if (statusCode !== 200) throw new Error(`${path} answered ${body}\n\n${source}`)
  }
  await app.close()
  return sights
}

async function load(source: string): Promise<Prepare> {
  const path = resolve(folder, `program-${runs++}.mjs`)
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  })
  writeFileSync(path, outputText)
  return ((await import(pathToFileURL(path).href)) as { prepare: Prepare }).prepare
}
