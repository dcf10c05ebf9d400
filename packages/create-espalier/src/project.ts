/** Makes the files of a project. The same name and features always give the same bytes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { features } from './feature.ts'
import { manifestOf } from './manifest.ts'
import { readMarked } from './marked-text.ts'

export interface Project {
  readonly name: string
  readonly features: ReadonlySet<string>
}

/** Files with another path in the project than in the template. npm would not publish a file named `.gitignore`. */
const renamed: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  'env.example': '.env.example',
  'src/notes/notes.memory.ts': 'src/notes/notes.ts'
}

const nameInTemplate = /\bespalier-app\b/g

/**
 * @param template the folder of the template
 * @param version the version of espalier's packages
 * @returns the texts of the project's files by path
 */
export function projectFiles(template: string, version: string, project: Project): ReadonlyMap<string, string> {
  const known = Object.keys(features)
  const files = new Map<string, string>()
  for (const path of filesOf(template)) {
    const raw = readFileSync(join(template, path), 'utf8').replaceAll('\r\n', '\n')
    const text =
      path === 'package.json'
        ? manifestOf(raw, project.name, version, project.features)
        : readMarked(path, raw, project.features, known).replace(nameInTemplate, project.name)
    if (text.trim() !== '') files.set(renamed[path] ?? path, text)
  }
  return files
}

/** File systems list names in different orders, so the paths are sorted. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, ''))
    .sort()
}
