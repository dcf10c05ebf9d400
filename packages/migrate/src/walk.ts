/** Lists files in a folder. Links are not followed: a target outside of the folder must not be read, and a target inside is listed anyway. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Called with a folder that cannot be read. The other folders are searched. */
export type Unreadable = (folder: string, error: unknown) => void

/** Decides which entries of a folder are skipped (`leaves`), and how its subfolders are searched (`below`). */
export interface Choice {
  leaves(path: string, name: string, isFolder: boolean): boolean
  below(folder: string): Choice
}

export async function walk(folder: string, choice: Choice, unreadable: Unreadable): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    unreadable(folder, error)
    return []
  })
  const found = entries.map((entry): string[] | Promise<string[]> => {
    const path = join(folder, entry.name)
    if (choice.leaves(path, entry.name, entry.isDirectory())) return []
    if (entry.isDirectory()) return walk(path, choice.below(path), unreadable)
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(found)).flat()
}
