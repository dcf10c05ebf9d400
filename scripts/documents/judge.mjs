// `node scripts/documents/judge.mjs DOCUMENT MODULE REPORT`: does an application of a written module start, and is its document the one that was read?
// It runs in a process of its own for each document, because a document of another team may take any time and memory.
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { createMergePatch, readDocument, toNormalForm } from '../source.mjs'
import { implementedDocument } from './implemented.mjs'

const [file, module, report] = process.argv.slice(2)
writeFileSync(report, JSON.stringify(await judge()))
process.exit()

async function judge() {
  const wanted = toNormalForm(await readDocument(file))
  try {
    const { document } = await implementedDocument(module)
    const difference = createMergePatch(wanted, toNormalForm(document))
    return { boots: true, differs: difference && JSON.stringify(difference.patch, replacer).slice(0, 500) }
  } catch (error) {
    return { boots: false, why: error instanceof Error ? error.message : String(error) }
  }
}

function replacer(_key, value) {
  return value === undefined ? '(nothing)' : value
}
