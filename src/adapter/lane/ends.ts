/** Those who wait for the end of an exchange that the lane answers: they hear of it on a later turn, as on the light exchange. Leans on nothing. */
import type { Transport } from '../../http/transport.ts'

type DoneCallback = (error: Error | null) => void

const ignore = (): void => {}

export class Ends {
  isClosed = false
  #isTold = false
  #done: DoneCallback | null = null
  /** An exchange that the lane itself answers is complete. */
  readonly #aborts: (() => void)[] = []
  /** With what takes each back from where the exchange has gone on. */
  readonly #closings = new Map<() => void, () => void>()

  /** False where somebody waits for the answer to be complete already. */
  awaitDone(callback: DoneCallback): boolean {
    if (this.#done !== null) return false
    this.#done = callback
    return true
  }

  awaitAbort(callback: () => void): void {
    this.#aborts.push(callback)
  }

  awaitClose(callback: () => void): () => void {
    if (this.isClosed) {
      process.nextTick(callback)
      return ignore
    }
    const closings = this.#closings.set(callback, ignore)
    return () => {
      closings.get(callback)?.()
      closings.delete(callback)
    }
  }

  /** Has another carrier of the exchange tell them. */
  handOver(carrier: Transport): void {
    if (this.#done !== null) carrier.onFinished(this.#done)
    for (const callback of this.#closings.keys()) this.#closings.set(callback, carrier.onClose(callback))
    for (const callback of this.#aborts) carrier.onAbort(callback)
  }

  /** Tells that the answer is complete, and a turn later that the exchange is closed; once. */
  tell(): void {
    if (this.#isTold) return
    this.#isTold = true
    process.nextTick(() => {
      process.nextTick(() => this.#tellClosed())
      this.#done?.(null)
    })
  }

  #tellClosed(): void {
    this.isClosed = true
    for (const callback of this.#closings.keys()) callback()
    this.#closings.clear()
  }
}
