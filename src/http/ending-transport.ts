/** A base class for transports on platforms without 'finish' and 'close' events. The subclass calls `notifyEnd` instead. */
import { EventEmitter } from 'node:events'
import { Transport } from './transport.ts'

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
    this.#listen('finish', () => callback(null))
  }
  onClose(callback: () => void): () => void {
    return this.#listen('close', callback)
  }
  onAbort(callback: () => void): void {
    this.#listen('close', () => this.isLost && callback())
  }
  /** Emits 'finish' or 'abort', then 'close'. Further calls have no effect. */
  protected notifyEnd(end: End): void {
    if (this.#end !== null) return
    this.#end = end
    if (this.#events !== null) this.#emitLater(this.#events, end)
  }
  protected awaitEnd(): void {}

  #listen(event: End | 'close', callback: () => void): () => void {
    if (this.#events === null) {
      this.#events = new EventEmitter().setMaxListeners(0)
      if (this.#end === null) this.awaitEnd()
      if (this.#end !== null) this.#emitLater(this.#events, this.#end)
    }
    const events = this.#events.once(event, callback)
    return () => void events.off(event, callback)
  }

  #emitLater(events: EventEmitter, end: End): void {
    process.nextTick(() => {
      // Listeners that join after the events get an emitter of their own.
      this.#events = null
      events.emit(end)
      events.emit('close')
    })
  }
}
