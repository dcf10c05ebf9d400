#!/usr/bin/env node
/** The command `espalier`, as a process. */
import { run } from './run.ts'
import { neededLoader, runWithLoader } from './typescript.ts'

const loader = neededLoader(process.argv.slice(2))
if (loader !== undefined) process.exit(await runWithLoader(loader))

const { code, output, complaint = '' } = await run(process.argv.slice(2))
await write(process.stdout, output)
await write(process.stderr, complaint)
// A server or timer of an application must not keep the command from ending.
process.exit(code)

/** Writes a text. Where the reader of a pipe has left, such as `head`, the rest is dropped. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.write(text, () => resolve())
  })
}
