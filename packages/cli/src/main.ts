#!/usr/bin/env node
import { run } from './run.ts'
import { neededLoader, runWithLoader } from './typescript.ts'

const loader = neededLoader(process.argv.slice(2))
if (loader !== undefined) process.exit(await runWithLoader(loader))

const { code, output, complaint = '' } = await run(process.argv.slice(2))
await write(process.stdout, output)
await write(process.stderr, complaint)
// The command is done. A server or timer of the application could keep the process alive.
process.exit(code)

/** A program such as `head` may close the pipe early. The rest of the text is then dropped without an error. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.write(text, () => resolve())
  })
}
