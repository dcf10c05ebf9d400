/** A transport for adapters whose platform has no events for the end of a response: they tell it, and here those who wait for it hear of it. */
import { EventEmitter } from 'node:events'
import { Transport } from './transport.ts'

/** How a response ends: complete, without its client, or broken off. */
export type End = 'finish' | 'abort' | 'broken'

export abstract class EndingTransport extends Transport {
  #events: EventEmitter | null = null
  #end: End | null = null

  get isAborted(): boolean {
    return this.#end === 'abort'
  }
  get isClosed(): boolean {
    return this.#end !== null
  }
  get isLost(): boolean {
    return this.#end !== null && this.#end !== 'finish'
  }
  onFinished(callback: (error: Error | null) => void): void {
    this.#hear('finish', () => callback(null))
  }
  onClose(callback: () => void): () => void {
    return this.#hear('close', callback)
  }
  onAbort(callback: () => void): void {
    this.#hear('close', () => this.isLost && callback())
  }
  /** Notes how the response has ended, and tells who waits. The first end counts. */
  protected tellEnd(end: End): void {
    if (this.#end !== null) return
    this.#end = end
    if (this.#events !== null) this.#emitLater(this.#events, end)
  }
  /** Runs when somebody waits for the end for the first time. */
  protected awaitEnd(): void {}

  #hear(event: End | 'close', callback: () => void): () => void {
    if (this.#events === null) {
      this.#events = new EventEmitter().setMaxListeners(0)
      this.awaitEnd()
      // Most ends have nobody who waits for them. Who comes to one of those hears of it all the same.
      if (this.#end !== null) this.#emitLater(this.#events, this.#end)
    }
    this.#events.once(event, callback)
    return () => void this.#events?.off(event, callback)
  }

  #emitLater(events: EventEmitter, end: End): void {
    process.nextTick(() => {
      events.emit(end)
      events.emit('close')
    })
  }
}
