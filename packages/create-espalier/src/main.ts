#!/usr/bin/env node
/** The command, as a process. */
import { create } from './index.ts'

const { code, output, complaint } = await create(process.argv.slice(2))
process.stdout.write(output)
process.stderr.write(complaint)
process.exitCode = code
