// Preloaded into the processes of a test: when one ends, it writes down which mutants it has run past.
import { writeFileSync } from 'node:fs'

const { ESPALIER_COVERAGE: folder } = process.env

if (folder) {
  process.on('exit', () => {
    const covered = Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {})
    writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify(covered))
  })
}
