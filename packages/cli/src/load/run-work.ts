/**
 * An application may call `process.exit`, throw an uncaught error, or leave the event loop empty. A promise alone would not notice, and a CI check
 * would pass if the application exits with 0. So in all three cases the command fails with a message.
 */
import { toPrintable, UsageError } from '@espalier/command-kit'
import { faultText } from './fault-text.ts'

/** In milliseconds: after this time the command prints what it waits for. */
const noticeAfter = 30_000

/** Parts of the message `app.ts does not start: it waits for …`. */
export interface WorkDescription {
  readonly file: string
  readonly fails: string
  readonly waitsFor: () => string
}

/** @throws UsageError when the work can never end, and after an uncaught error */
export async function runWork<Result>(work: () => Promise<Result>, description: WorkDescription): Promise<Result> {
  const { file, fails, waitsFor } = description
  let refuse: (error: Error) => void = () => {}
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = reject
  })
  const onIdle = () =>
    // A pending promise does not keep the process alive until the rejection is handled. `setImmediate` does.
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
    `${file} takes longer than ${noticeAfter / 1000} s: ${waitsFor()}. The command goes on; Ctrl+C ends it.\n`
  const timer = setTimeout(() => process.stderr.write(toPrintable(note())), noticeAfter).unref()
  process.once('beforeExit', onIdle).on('uncaughtException', onThrown).once('exit', onExit)
  try {
    return await Promise.race([work(), refused])
  } finally {
    clearTimeout(timer)
    process.off('beforeExit', onIdle).off('uncaughtException', onThrown).off('exit', onExit)
  }
}
