/**
 * Longer texts of answers, encoded once: where their length is asked they are written into a buffer that all answers share, and from there they go to
 * the socket behind their head. Node would count the bytes of such a text, copy its pieces into one and encode that.
 *
 * The bytes stand there until the next text is measured, which is after the answer has been written: it is asked for its length where it is sent. What
 * the operating system has not taken at once still needs them, so the buffer is left to it.
 *
 * Leans on nothing.
 */
import { Socket } from 'node:net'
import { isNodesOwn } from '../observed.ts'

/** In characters: shorter texts cost less as texts. */
const shortest = 512
/** In bytes: how long a head may be, and a text. What waits for a slow client holds both. */
const headRoom = 2048
const textRoom = 30_720
/** In bytes: the longest character, which `write` leaves out as a whole where it does not fit. */
const longestCharacter = 4

let buffer: Buffer | null = null
/** What stands in the buffer, behind the room for a head. */
let encoded = ''
let size = 0

/** In bytes: how long a text is in UTF-8. */
export function measure(text: string): number {
  if (text.length < shortest || text.length > textRoom) return Buffer.byteLength(text)
  buffer ??= Buffer.allocUnsafeSlow(headRoom + textRoom)
  size = buffer.write(text, headRoom)
  encoded = ''
  if (size > textRoom - longestCharacter) return Buffer.byteLength(text)
  encoded = text
  return size
}

/** Returns a head and the text that was measured last as bytes; `null` where that was another text, or there is no room. */
export function takeEncoded(head: string, text: string): Buffer | null {
  if (encoded === '' || encoded !== text || buffer === null) return null
  encoded = ''
  const start = headRoom - Buffer.byteLength(head)
  if (start < 0) return null
  buffer.write(head, start)
  return buffer.subarray(start, headRoom + size)
}

/** Leaves the bytes that were taken last to whoever has not read them yet. */
export function leaveEncoded(): void {
  buffer = null
}

const { write } = Socket.prototype
const isWriteNodesOwn = isNodesOwn(write)

/** Whether nobody but Node sees what is written, and the operating system takes it at once, so that bytes which were written whole are nobody's any more. */
export function isUnseen(socket: Socket): boolean {
  return isWriteNodesOwn && socket.write === write && !('encrypted' in socket)
}
