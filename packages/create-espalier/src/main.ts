#!/usr/bin/env node
/** The command, as a process. */
import { create } from './index.ts'

// The files are written within milliseconds. Ctrl-C between two of them would leave half a project.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const { code, output, complaint } = await create(process.argv.slice(2))
process.stdout.write(output)
process.stderr.write(complaint)
process.exitCode = code
