#!/usr/bin/env node
import { create } from './index.ts'

// Ctrl-C is ignored, because it would leave an incomplete project. Writing takes only milliseconds.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const { code, output, complaint } = await create(process.argv.slice(2))
process.stdout.write(output)
process.stderr.write(complaint)
process.exitCode = code
