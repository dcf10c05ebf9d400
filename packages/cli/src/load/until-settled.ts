/**
 * Waits for the work of an application. A promise is not enough: the application may call `process.exit`, throw where nothing catches it, or leave nothing
 * to wait for. A command then fails with a sentence. A check in continuous integration would otherwise pass when the application ends with 0.
 */
import { toPrintable, UsageError } from '@espalier/command-kit'
import { faultText } from './fault-text.ts'

/** In milliseconds: then a reader is told what the command waits for. */
const patience = 30_000

/** Sentences for one piece of work: `app.ts is loading`. */
export interface Waiting {
  readonly file: string
  /** The fault of the application, behind its name: `does not become ready`. */
  readonly fails: string
  /** Tells where the application waits. */
  readonly waitsFor: () => string
}

/** @throws UsageError when the work can never end, and when something is thrown that nothing catches */
export async function untilSettled<Result>(work: () => Promise<Result>, waiting: Waiting): Promise<Result> {
  const { file, fails, waitsFor } = waiting
  let refuse: (error: Error) => void = () => {}
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = reject
  })
  const onIdle = () =>
    // A promise alone does not keep the process.
    void setImmediate(() =>
      refuse(new UsageError(`${file} ${fails}: ${waitsFor()}, and nothing is under way that could end it.`))
    )
  const onThrown = (error: unknown) =>
    refuse(new UsageError(`${file} ${fails}: it throws where nothing catches it.\n\n${faultText(error)}`))
  const onExit = (code: number) => {
    process.stderr.write(toPrintable(`${file} ${fails}: it ends the process itself, with code ${code}.\n`))
    process.exitCode = 1
  }
  const note = () =>
    `${file} takes longer than ${patience / 1000} s: ${waitsFor()}. The command goes on; Ctrl+C ends it.\n`
  const timer = setTimeout(() => process.stderr.write(toPrintable(note())), patience).unref()
  process.once('beforeExit', onIdle).on('uncaughtException', onThrown).once('exit', onExit)
  try {
    return await Promise.race([work(), refused])
  } finally {
    clearTimeout(timer)
    process.off('beforeExit', onIdle).off('uncaughtException', onThrown).off('exit', onExit)
  }
}
