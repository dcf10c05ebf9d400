#!/usr/bin/env node
/** The command `espalier` runs the companion package `@espalier/cli`, or prints how to install it. */
const line = 'npm install --save-dev @espalier/cli'

try {
  await import(import.meta.resolve('@espalier/cli/main'))
} catch (error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  if (!isMissing || !String(error).includes('@espalier/cli')) throw error
  console.error(`The commands of espalier are the package @espalier/cli, which is not installed: ${line}`)
  process.exitCode = 2
}
