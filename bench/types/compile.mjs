// Compiles a folder of generated TypeScript and reads what the compiler says of itself.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

const compilers = {
  5.9: ['node_modules/@tsd/typescript/typescript/lib/tsc.js'],
  // One checker: several would each count the types that they share.
  7: ['node_modules/typescript/bin/tsc', '--checkers', '1']
}

export const versions = Object.keys(compilers)

const compilerOptions = {
  noEmit: true,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: false,
  skipLibCheck: true,
  noUnusedLocals: false,
  noUnusedParameters: false,
  declaration: false,
  sourceMap: false,
  incremental: false
}

/** @throws when the folder's program has an error, or takes longer than five minutes. */
export function compile(folder, version) {
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const output = run(compilers[version], folder)
  return {
    instantiations: numberAfter(output, 'Instantiations'),
    types: numberAfter(output, 'Types'),
    check: numberAfter(output, 'Check time'),
    megabytes: Math.round(numberAfter(output, 'Memory used') / 1024)
  }
}

function run([compiler, ...flags], folder) {
  const command = [join(root, compiler), '-p', folder, '--extendedDiagnostics', ...flags]
  try {
    return execFileSync(process.execPath, command, { encoding: 'utf8', timeout: 300_000, stdio: 'pipe' })
  } catch (error) {
    throw new Error(`${folder} does not compile: ${String(error.stdout || error.message).slice(0, 2000)}`)
  }
}

function numberAfter(output, label) {
  return Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(output)?.[1])
}
