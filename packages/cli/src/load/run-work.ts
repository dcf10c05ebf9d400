/**
 * Before the command is done, an application may call `process.exit`, throw an uncaught error, or leave the event loop empty. Node would then end the
 * process, perhaps with 0, and a check in CI would pass. So in all three cases the command fails with a message.
 */
import { toPrintable, UsageError } from '@espalier/command-kit'
import { faultText } from './fault-text.ts'

/** In milliseconds: after this time, the command prints what it is waiting for. */
const noticeAfter = 30_000

/** The texts in the message `app.ts does not start: it waits for …`. */
export interface WorkDescription {
  readonly file: string
  readonly fails: string
  readonly waitsFor: () => string
}

/** @throws UsageError when `work` can never end because the event loop is empty, and after an uncaught error */
export async function runWork<Result>(work: () => Promise<Result>, description: WorkDescription): Promise<Result> {
  const { file, fails, waitsFor } = description
  let refuse: (error: Error) => void = () => {}
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = reject
  })
  const onIdle = () =>
    // The event loop is empty here, so Node would end the process before the rejection is handled. `setImmediate` keeps it alive.
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
