// The pages as Markdown, which agents read: each is there, and its links lead to others of them.
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { listPages } from '../src/page/list.mjs'

/** The faults of the Markdown in the folder of the built site, as sentences. */
export function judgeMarkdown(folder) {
  const files = ['llms.txt', ...listPages().map(({ slug }) => `${slug}.md`)]
  return files.flatMap((file) => {
    if (!existsSync(`${folder}/${file}`)) return [`${file} is missing`]
    const text = readFileSync(`${folder}/${file}`, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$|`[^`\n]*`/gm, '')
    const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => target)
    return targets
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(posix.join(folder, posix.dirname(file), target)))
      .map((target) => `${file} links to ${target}`)
  })
}
