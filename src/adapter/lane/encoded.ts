/**
 * Longer texts of answers, encoded once. A text is measured by writing it into a buffer that all answers share, and goes from there to the socket
 * after its head. Node would count the bytes of such a text, copy its pieces into one and encode that.
 *
 * The bytes stand there until the next text is measured. That is safe, because a text is measured when its answer is sent. Where the operating system
 * has not taken all bytes at once, the socket keeps the buffer, and the next text gets a new one.
 */
import { Socket } from 'node:net'
import { isNodesOwn } from '../observed.ts'

/** In characters: shorter texts cost less as texts. */
const shortest = 512
/** In bytes: the longest head and the longest text. An answer that waits for a slow client holds both. */
const headRoom = 2048
const textRoom = 30_720
/** In bytes: the longest character, which `write` leaves out as a whole where it does not fit. */
const longestCharacter = 4

let buffer: Buffer | null = null
/** The text in the buffer, after the room for a head. */
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

/** Leaves the buffer to a socket that has not sent its bytes yet. */
export function leaveEncoded(): void {
  buffer = null
}

const { write } = Socket.prototype
const isWriteNodesOwn = isNodesOwn(write)

/** Whether only Node sees the bytes that are written, and the operating system takes them at once. Bytes that were written whole are then free. */
export function isUnseen(socket: Socket): boolean {
  return isWriteNodesOwn && socket.write === write && !('encrypted' in socket)
}
