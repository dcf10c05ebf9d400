#!/usr/bin/env node
/** The command `espalier`. */
import { parseArgs } from 'node:util'
import { readOf } from '../error/error.ts'
import { compileApp, type Target, UsageError } from './compile.ts'

const usage = `Usage: espalier compile <application> --out <module> [--target fetch]

Writes the validators and serializers of an application as one module, for the option 'compiled':

  espalier({ compiled: await import('./compiled.js') })

With '--target fetch' it is one module for bundlers, and what cannot be written down is an error: for workers, which compile nothing.

The application is a module whose default export, or export 'app', is an app or a function that answers one.
`

async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      target: { type: 'string', default: 'node' },
      out: { type: 'string', short: 'o' },
      help: { type: 'boolean', short: 'h' }
    }
  })
  const [command, application, ...others] = positionals
  if (values.help === true) return write(process.stdout, usage, 0)
  if (
    command !== 'compile' ||
    application === undefined ||
    values.out === undefined ||
    others.length > 0 ||
    !isTarget(values.target)
  ) {
    return write(process.stderr, usage, 2)
  }
  const { validators, serializers, unwritable } = await compileApp(application, values.out, values.target)
  const left = unwritable.map((part) => `  left for the start, because it cannot be written down: ${part}\n`)
  return write(
    process.stdout,
    `${values.out}: ${validators} validators, ${serializers} serializers\n${left.join('')}`,
    0
  )
}

const isTarget = (target: string): target is Target => target === 'node' || target === 'fetch'

function write(stream: NodeJS.WriteStream, text: string, code: number): number {
  stream.write(text)
  return code
}

function messageOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const isUsage = error instanceof UsageError || /^ERR_PARSE_ARGS/.test(String(readOf(error, 'code')))
  return isUsage ? error.message : error.stack
}

// What the application left running must not keep the command from ending.
run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => process.exit(write(process.stderr, `${messageOf(error)}\n`, 1))
)
