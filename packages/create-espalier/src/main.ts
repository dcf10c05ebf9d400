#!/usr/bin/env node
/** The command, as a process. */
import { create } from './index.ts'

// Ignores signals while files are written, which takes milliseconds. Otherwise Ctrl-C would leave half a project.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const { code, output, complaint } = await create(process.argv.slice(2))
process.stdout.write(output)
process.stderr.write(complaint)
process.exitCode = code
